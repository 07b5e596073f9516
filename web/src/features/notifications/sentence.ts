import type { Notification } from '../../data/notifications/list-query.ts'
import { formatCount, formatDay, formatMoment, formatPoints, formatTime } from '../../lib/format.ts'
import { ordinal } from '../../lib/ordinal.ts'

/** The text of a notification; names are separate parts, shown in bold. */
export type Sentence = (string | { name: string })[]

const name = (text: string) => ({ name: text })

/** Who acted: one name, two names, or one and the number of the others. */
function who({ actors, actorCount }: Notification): Sentence {
  const [first, second] = actors.map(({ username }) => username)
  if (first === undefined) return [name('A member')]
  if (actorCount === 1) return [name(first)]
  if (actorCount === 2 && second !== undefined) return [name(first), ' and ', name(second)]
  return [name(first), ' and ', name(formatCount(actorCount - 1, 'other'))]
}

const CLAIMS: Readonly<Record<string, (title: { name: string }) => Sentence>> = {
  prize_assigned: (title) => ['You won ', title, '. Claim it'],
  claim_moved: (title) => ['The club changed the deadline for ', title, '. Claim it'],
}

/** Reminders are read days after they were made, so they state the deadline as seen now. */
function claimBy({ kind, title, closesAt }: Notification, now: Date): Sentence {
  const claim = CLAIMS[kind]?.(name(title)) ?? ['Claim ', name(title)]
  const deadline = new Date(closesAt ?? Number.NaN)
  if (Number.isNaN(+deadline)) return [...claim, ' before it expires']
  if (deadline <= now)
    return kind === 'prize_assigned'
      ? ['You won ', name(title)]
      : ['The deadline to claim ', name(title), ' has passed']
  const tomorrow = new Date(now)
  tomorrow.setDate(now.getDate() + 1)
  const day = [now, tomorrow].findIndex((each) => each.toDateString() === deadline.toDateString())
  const by = day < 0 ? formatMoment(deadline, now) : `${formatTime(deadline)} ${day ? 'tomorrow' : 'today'}`
  return [...claim, ` by ${by}`]
}

/** What a winner won; the second and the third of a game have a place. */
function won({ title, result: { place = 1, wonPoints = 0, prize } }: Notification): Sentence {
  const begin = place > 1 ? `You came ${ordinal(place)} in ` : 'You won '
  const gains: Sentence[] = [
    ...(wonPoints > 0 ? [[pointsText(wonPoints)]] : []),
    ...(prize !== undefined ? [[name(prize)]] : []),
  ]
  return [begin, name(title), ...gains.flatMap((gain, at) => [at === 0 ? ': ' : ' and ', ...gain])]
}

/** How near one who has not won was: `. You came 41st of 174, 2.5 lbs under`; blank if it is not known. */
function howNear({
  place,
  of,
  miss,
  unit,
  isUnder,
  rows = 0,
  columns = 0,
  isUnplaced,
}: Notification['result']): string {
  if (isUnplaced) return '. Yours was not placed this time'
  const parts = [rows && formatCount(rows, 'row'), columns && formatCount(columns, 'column')].filter(Boolean)
  if (parts.length > 0) return `. Your square was ${parts.join(' and ')} away`
  if (miss === undefined) return ''
  const by = `${miss} ${unit} ${isUnder ? 'under' : 'over'}`
  return place && of ? `. You came ${ordinal(place)} of ${formatPoints(of)}, ${by}` : `. You were ${by}`
}

const REPORTED: Readonly<Record<string, string>> = { post: 'post', comment: 'comment', entry: 'game photo' }

/** Which report: the thing by its author's name, or its kind and the day when its reader cannot open it. */
function reported({ title, reported: { kind = '', at } }: Notification): Sentence {
  const thing = REPORTED[kind]
  if (title !== '') return [thing ? ` of the ${thing} by ` : ' of ', name(title)]
  const day = at === undefined ? '' : ` on ${formatDay(at)}`
  return kind === '' ? [] : [` of a ${thing ?? 'member'}${day}`]
}

/** What a warning is about, and when it was reported if its reader cannot open it. */
function warnedAbout({ reported: { kind = '', at } }: Notification): string {
  if (kind === '') return ''
  return ` about your ${REPORTED[kind] ?? 'profile'}${at === undefined ? '' : ` reported on ${formatDay(at)}`}`
}

/** For a new moderator or admin. */
const roleGiven = ({ role: { name: role, needsStep } }: Notification): Sentence => [
  `You are ${role === 'admin' ? 'an admin' : 'a moderator'} of the club now`,
  needsStep ? '. First set up the second step of signing in' : '',
]

const SENTENCES: Readonly<Record<string, (notification: Notification, now: Date) => Sentence>> = {
  reaction: (told) => [...who(told), ' reacted to your post'],
  comment: (told) => [...who(told), ' commented on your post'],
  reply: (told) => [...who(told), ' also commented on a post'],
  mention: (told) => [...who(told), ' mentioned you'],
  connection_asked: (told) => [...who(told), ' would like to connect with you'],
  connection_accepted: (told) => [...who(told), ' accepted your request to connect'],
  gift: (told) => [...who(told), ` gave you ${points(told)}`],
  referral_waiting: (told) => [...who(told), ' joined with your link. Approve the referral to earn your points'],
  referral_credited: ({ title }) => ['Your referral of ', name(title), ' was approved'],
  badge: ({ title }) => ['You earned the badge ', name(title)],
  prize_assigned: claimBy,
  prize_changed: ({ title }) => ['The club changed how your prize ', name(title), ' is described'],
  prize_removed: ({ title }) => ['The club took back your prize ', name(title)],
  reward_expired: ({ title }) => ['You have not claimed ', name(title), ' in time, so the club has it back'],
  claim_shipped: ({ title }) => ['Your prize ', name(title), ' is on its way'],
  claim_delivered: ({ title }) => ['Your prize ', name(title), ' was delivered'],
  claim_closed: ({ title }) => ['Your claim of ', name(title), ' was closed'],
  claim_moved: claimBy,
  claim_closes_week: claimBy,
  claim_closes_day: claimBy,
  game_won: won,
  game_settled: ({ title, result }) => [name(title), ' has a result', howNear(result)],
  game_opened: ({ title }) => [name(title), ' is open'],
  game_closing: ({ title }) => [name(title), ' closes soon, and you have not entered yet'],
  live_begins: ({ title }) => [name(title), ' is live now'],
  announcement: () => ['New announcement from the team'],
  suspension: () => ['Your account has been suspended from posting in the newsfeed'],
  warning: (told) => [`The club team has warned you${warnedAbout(told)}`],
  appeal_decided: ({ decision }) => [
    `The club team has read your answer${decision === 'end' ? ' and ended your suspension' : '. Your suspension stays as it is'}`,
  ],
  record_decided: ({ decision }) => [
    `The club team has ${decision === 'decline' ? 'declined' : 'verified'} your catch for the club records`,
  ],
  report_decided: (told) => ['The club team has dealt with your report', ...reported(told), '. Thank you'],
  role_given: roleGiven,
  report_made: ({ reported: { kind = '' } }) => [
    `The club team has a report of a ${REPORTED[kind] ?? 'member'} to decide`,
  ],
  claim_made: (told) => [...who(told), ' claimed ', name(told.title)],
  game_to_settle: ({ title }) => [name(title), ' has ended and needs its result'],
  stock_low: ({ title, left = 0 }) =>
    left > 0
      ? ['Only ', name(formatCount(left, 'unit')), ' of ', name(title), ' left']
      : ['No units of ', name(title), ' left'],
}

const points = ({ points: number = 0 }: Notification) => pointsText(number)

function pointsText(number: number): string {
  return `${formatPoints(number)} ${number === 1 ? 'point' : 'points'}`
}

/** The sentence of a notification at this moment; of a kind that this version does not know, its title. */
export const sentenceOf = (told: Notification, now: Date): Sentence =>
  SENTENCES[told.kind]?.(told, now) ?? [name(told.title)]

/** The same as plain text. */
export const textOf = (told: Notification, now: Date): string =>
  sentenceOf(told, now)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')

/** Quoted below the sentence: the post that got reactions, the comment, the message of a gift, the announcement. */
export const quoteOf = ({ kind, title, excerpt }: Notification): string | undefined =>
  (kind === 'reaction' || kind === 'announcement' ? title : excerpt) || undefined
