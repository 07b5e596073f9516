import { escaped, mailPage } from './mail-page.ts'
import { DEFAULT_CLUB, postMail } from './post-mail.ts'
import type { MailDelivery, Result } from './queue.ts'
import type { MailSettings, Settings } from './settings.ts'
import { wordsOf } from './words.ts'

/** Sends a mail about notifications. */
export async function sendMail(delivery: MailDelivery, mail: MailSettings, settings: Settings): Promise<Result> {
  const { id, address, club = DEFAULT_CLUB } = delivery
  const unsubscribe = `${settings.functionsUrl}/deliver/unsubscribe?token=${encodeURIComponent(delivery.unsubscribe)}`
  const headers = {
    // RFC 8058: one request without a session is enough.
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
  }
  return await postMail({ id, to: address, club, ...writeMail(delivery, settings.siteUrl), headers }, mail)
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
  const html = mailPage({ subject, club, siteUrl }, [
    ...rows,
    `<p style="margin:24px 0 0;font-size:13px;color:#4a5a5e">${escaped(why)} `,
    `<a href="${escaped(end)}" style="color:#14505c">${escaped(stop)}</a> `,
    `<a href="${escaped(settings)}" style="color:#14505c">Change what you receive</a></p>`,
  ])
  return { subject, text, html }
}
