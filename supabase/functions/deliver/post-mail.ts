import type { Result } from './queue.ts'
import type { MailSettings } from './settings.ts'

const LONGEST_MS = 30_000
export const DEFAULT_CLUB = 'Bankside'

export interface Mail {
  /** The key by which the API recognises an attempt that it has carried out before. */
  id: string
  to: string
  /** The name of the club. */
  club: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/**
 * Sends a mail through an HTTP API in the format of Resend: on hosted Supabase that of a mail service, here that of the
 * engine.
 */
export async function postMail(
  { id, club, subject, ...mail }: Mail,
  { apiUrl, apiKey, from }: MailSettings,
): Promise<Result> {
  try {
    const reply = await fetch(apiUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ ...mail, from: senderOf(from, club), subject: subject.slice(0, 200) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    const text = (await reply.text().catch(() => '')).slice(0, 400)
    if (reply.ok) return { outcome: 'sent' }
    const error = `${reply.status} ${text}`.trim()
    return { outcome: reply.status === 400 || reply.status === 422 ? 'refused' : 'failed', error }
  } catch (error) {
    return { outcome: 'failed', error: String(error) }
  }
}

/** The sender with the club's name, unless the settings give a name. In quotation marks, as a name may have any sign. */
function senderOf(from: string, club: string): string {
  return from.includes('<') ? from : `"${club.replace(/["\\]/g, '\\$&')}" <${from}>`
}
