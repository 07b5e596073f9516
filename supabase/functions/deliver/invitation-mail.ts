import { escaped, mailPage } from './mail-page.ts'
import { postMail } from './post-mail.ts'
import type { Invitation, Result } from './queue.ts'
import { nameOf } from './sentence.ts'
import type { MailSettings, Settings } from './settings.ts'
import { oneLine, withoutHosts } from './words.ts'

/** How long an address is kept after the invitation has expired. */
const KEPT_MS = 30 * 86_400_000

/** Sends an invitation. Of the admins' own words it has a username and the club's name. */
export async function sendInvitation(
  invitation: Invitation,
  mail: MailSettings,
  { siteUrl }: Settings,
): Promise<Result> {
  const { id, address, club } = invitation
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return await postMail({ id, to: address, club, ...writeInvitation(invitation, siteUrl), headers }, mail)
}

/** Subject, text and HTML of the mail. */
function writeInvitation(
  { code, club: name, inviter, inviter_id, is_imported, expires_at, time_zone }: Invitation,
  siteUrl: string,
): { subject: string; text: string; html: string } {
  // An address in the name of the club, too, would become a link.
  const club = withoutHosts(oneLine(name))
  const subject =
    inviter === null ? `You are invited to ${club}` : `${withoutHosts(oneLine(nameOf(inviter)))} invites you to ${club}`
  const url = `${siteUrl}/register?${inviter_id === null ? '' : `ref=${inviter_id}&`}invite=${code}`
  const ends = new Date(expires_at)
  const until = `This invitation is for one person. It counts until ${momentIn(ends, time_zone)}.`
  const kept = is_imported ? `What ${club} keeps for you belongs to this address: register with it.` : undefined
  const gone = dayIn(new Date(ends.getTime() + KEPT_MS), time_zone)
  const why = `You did not ask for this? Do nothing. Your address is deleted by ${gone}.`
  const text = [
    `${subject}.`,
    '',
    `Join ${club}:`,
    url,
    '',
    ...(kept ? [kept, ''] : []),
    until,
    '',
    '-- ',
    why,
    '',
  ].join('\n')
  const html = mailPage({ subject, club, siteUrl }, [
    `<p style="margin:0 0 20px">${escaped(subject)}.</p>`,
    `<p style="margin:0 0 20px"><a href="${escaped(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;`,
    `background:#14505c;color:#fff;font-weight:600;text-decoration:none">Join ${escaped(club)}</a></p>`,
    ...(kept ? [`<p style="margin:0 0 20px">${escaped(kept)}</p>`] : []),
    `<p style="margin:0">${escaped(until)}</p>`,
    `<p style="margin:24px 0 0;font-size:13px;color:#4a5a5e">${escaped(why)}</p>`,
  ])
  return { subject, text, html }
}

/** With time and zone: mails are read late. */
function momentIn(moment: Date, timeZone: string): string {
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const
  return `${dayIn(moment, timeZone)}, ${inZone(moment, timeZone, time)}`
}

const dayIn = (moment: Date, timeZone: string) =>
  inZone(moment, timeZone, { day: 'numeric', month: 'long', year: 'numeric' })

function inZone(moment: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(moment)
  } catch {
    // PostgreSQL knows time zones that this runtime does not.
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(moment)
  }
}
