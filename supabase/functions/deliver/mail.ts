import type { MailDelivery, Result } from './queue.ts'
import type { MailSettings, Settings } from './settings.ts'
import { wordsOf } from './words.ts'

const LONGEST_MS = 30_000
const DEFAULT_CLUB = 'Bankside'

/**
 * Sends a mail through an HTTP API in the format of Resend: on hosted Supabase that of a mail service, here that of the
 * engine. The ID of the delivery is the key by which the API recognises an attempt that it has carried out before.
 */
export async function sendMail(delivery: MailDelivery, mail: MailSettings, settings: Settings): Promise<Result> {
  const unsubscribe = `${settings.functionsUrl}/deliver/unsubscribe?token=${encodeURIComponent(delivery.unsubscribe)}`
  try {
    const reply = await fetch(mail.apiUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mail.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': delivery.id,
      },
      body: JSON.stringify({
        from: senderOf(mail.from, delivery.club),
        to: delivery.address,
        ...writeMail(delivery, settings.siteUrl),
        headers: {
          // RFC 8058: one request without a session is enough.
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
      }),
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
function senderOf(from: string, club = DEFAULT_CLUB): string {
  return from.includes('<') ? from : `"${club.replace(/["\\]/g, '\\$&')}" <${from}>`
}

/** The groups of notifications, under the names of the settings. */
export const GROUPS: Readonly<Record<string, string>> = {
  prizes: 'Prizes and delivery',
  wins: 'Games you win',
  results: 'Game results',
  games: 'Games',
  mentions: 'Mentions',
  replies: 'Comments and replies',
  reactions: 'Reactions',
  connections: 'Connections',
  points: 'Points and badges',
  live: 'Live video',
  announcements: 'Announcements',
  moderation: 'Your account and reports',
  reports: 'Reports to decide',
  club: 'Running the club',
}

/** The text of the link that stops mails of these groups. */
function stopText(groups: string[]): string {
  const titles = [...new Set(groups)].map((group) => GROUPS[group] ?? group)
  return `Stop emails of ${titles.length > 1 ? 'these kinds' : 'this kind'} (${titles.join(', ')})`
}

/** Subject, text and HTML of a mail. */
function writeMail(
  { notifications, is_digest, unsubscribe, club = DEFAULT_CLUB }: MailDelivery,
  siteUrl: string,
): { subject: string; text: string; html: string } {
  const items = notifications.map((one) => ({
    ...wordsOf(one),
    url: siteUrl + (one.path ?? '/notifications'),
  }))
  const [first] = items
  const subject =
    is_digest && items.length > 1
      ? `${items.length} new notifications on ${club}`
      : `${first?.sentence ?? ''}${items.length > 1 ? `, and ${items.length - 1} more` : ''}`
  const settings = `${siteUrl}/notifications/settings`
  const end = `${siteUrl}/unsubscribe#${unsubscribe}`
  const stop = is_digest ? 'Stop this summary' : stopText(notifications.map(({ group }) => group))
  const why = is_digest
    ? `This is a summary of the notifications you have not read on ${club}.`
    : `You receive this email because you are a member of ${club}.`
  const text = [
    ...items.flatMap(({ sentence, quote, url }) => [sentence, ...(quote ? [`> ${quote}`] : []), url, '']),
    '-- ',
    why,
    `${stop}: ${end}`,
    `Change what you receive: ${settings}`,
    '',
  ].join('\n')
  const rows = items.map(
    ({ sentence, quote, url }) =>
      `<p style="margin:0 0 20px"><a href="${escaped(url)}" style="color:#14505c;font-weight:600">${escaped(sentence)}</a>${
        quote ? `<br><span style="color:#4a5a5e">${escaped(quote)}</span>` : ''
      }</p>`,
  )
  const html = [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f3f6f5;color:#10262c;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:12px">',
    `<p style="margin:0 0 24px;font-weight:700"><img src="${escaped(siteUrl)}/icons/icon-192.png" width="32" height="32" `,
    `alt="" style="vertical-align:middle;border-radius:8px"> ${escaped(club)}</p>`,
    ...rows,
    `<p style="margin:24px 0 0;font-size:13px;color:#4a5a5e">${escaped(why)} `,
    `<a href="${escaped(end)}" style="color:#14505c">${escaped(stop)}</a> `,
    `<a href="${escaped(settings)}" style="color:#14505c">Change what you receive</a></p>`,
    '</div></body></html>',
  ].join('')
  return { subject: subject.slice(0, 200), text, html }
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark)
