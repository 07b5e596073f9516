import type { Notification } from './queue.ts'

const count = (number: number, what: string) => `${number.toLocaleString('en-GB')} ${what}${number === 1 ? '' : 's'}`

/** A member's name in plain text, set apart from what the club says: a name may be words of a sentence. */
export const nameOf = (username: string | null) => `“${username ?? ''}”`

function who({ actors, actor_count }: Notification): string {
  const [first, second] = actors.map(({ username }) => nameOf(username))
  if (first === undefined) return 'A member'
  if (actor_count === 2 && second !== undefined) return `${first} and ${second}`
  return actor_count > 1 ? `${first} and ${count(actor_count - 1, 'other')}` : first
}

/** With day and time zone: messages are delivered and read late. */
function claimBy({ kind, title, details: { claim_deadline = '' }, time_zone = 'UTC' }: Notification): string {
  const deadline = new Date(claim_deadline)
  const what = kind === 'prize_assigned' ? `You won ${title}. Claim it` : `Claim ${title}`
  return `${what} ${Number.isNaN(+deadline) ? 'before it expires' : `by ${momentIn(deadline, time_zone)}`}`
}

/** Another deadline of a claim, which may have passed. */
function claimMoved({ title, details: { claim_deadline = '' }, time_zone = 'UTC' }: Notification): string {
  const deadline = new Date(claim_deadline)
  if (deadline <= new Date()) return `The deadline to claim ${title} has passed`
  const until = Number.isNaN(+deadline) ? 'before it expires' : `by ${momentIn(deadline, time_zone)}`
  return `The club changed the deadline for ${title}. Claim it ${until}`
}

function momentIn(moment: Date, timeZone: string): string {
  try {
    const day = moment.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone })
    const time = { hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' } as const
    return `${day.replace(',', '')}, ${moment.toLocaleTimeString('en-GB', time)}`
  } catch {
    // PostgreSQL knows time zones that this runtime does not.
    return momentIn(moment, 'UTC')
  }
}

/** What a winner won; the second and the third of a game have a place. */
function won({ title, details: { place = 1, won_points = 0, prize } }: Notification): string {
  const gains = [won_points > 0 && count(won_points, 'point'), prize].filter(Boolean).join(' and ')
  return `${place > 1 ? `You came ${ordinal(place)} in` : 'You won'} ${title}${gains && `: ${gains}`}`
}

/** How near one who has not won was; blank if it is not known. */
function howNear({
  place,
  of,
  miss,
  unit,
  is_under,
  rows = 0,
  columns = 0,
  is_unplaced,
}: Notification['details']): string {
  if (is_unplaced) return '. Yours was not placed this time'
  const parts = [rows && count(rows, 'row'), columns && count(columns, 'column')].filter(Boolean)
  if (parts.length > 0) return `. Your square was ${parts.join(' and ')} away`
  if (miss === undefined) return ''
  const by = `${miss} ${unit} ${is_under ? 'under' : 'over'}`
  return place && of ? `. You came ${ordinal(place)} of ${of.toLocaleString('en-GB')}, ${by}` : `. You were ${by}`
}

function ordinal(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13
  const ending = isTeen ? undefined : ['st', 'nd', 'rd'][(place % 10) - 1]
  return `${place.toLocaleString('en-GB')}${ending ?? 'th'}`
}

const REPORTED: Readonly<Record<string, string>> = { post: 'post', comment: 'comment', entry: 'game photo' }

/** Which report: the thing by its author's name, or its kind and the day when its reader cannot open it. */
function reported({ title, details: { kind = '', reported_at }, time_zone = 'UTC' }: Notification): string {
  const thing = REPORTED[kind]
  if (title) return thing ? ` of the ${thing} by ${nameOf(title)}` : ` of ${nameOf(title)}`
  const day = reported_at === undefined ? '' : ` on ${dayIn(new Date(reported_at), time_zone)}`
  return kind === '' ? '' : ` of a ${thing ?? 'member'}${day}`
}

/** What a warning is about, and when it was reported if its reader cannot open it. */
function warnedAbout({ details: { kind = '', reported_at }, time_zone = 'UTC' }: Notification): string {
  if (kind === '') return ''
  const day = reported_at === undefined ? '' : ` reported on ${dayIn(new Date(reported_at), time_zone)}`
  return ` about your ${REPORTED[kind] ?? 'profile'}${day}`
}

function dayIn(moment: Date, timeZone: string): string {
  try {
    return moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone })
  } catch {
    return dayIn(moment, 'UTC')
  }
}

/** For a new moderator or admin. */
const roleGiven = ({ details: { role, needs_step } }: Notification): string =>
  `You are ${role === 'admin' ? 'an admin' : 'a moderator'} of the club now${needs_step ? '. First set up the second step of signing in' : ''}`

const SENTENCES: Readonly<Record<string, (one: Notification) => string>> = {
  reaction: (one) => `${who(one)} reacted to your post`,
  comment: (one) => `${who(one)} commented on your post`,
  reply: (one) => `${who(one)} also commented on a post`,
  mention: (one) => `${who(one)} mentioned you`,
  connection_asked: (one) => `${who(one)} would like to connect with you`,
  connection_accepted: (one) => `${who(one)} accepted your request to connect`,
  gift: (one) => `${who(one)} gave you ${count(one.details.points ?? 0, 'point')}`,
  referral_waiting: (one) => `${who(one)} joined with your link. Approve the referral to earn your points`,
  referral_credited: ({ title }) => `Your referral of ${nameOf(title)} was approved`,
  badge: ({ title }) => `You earned the badge ${title}`,
  prize_assigned: claimBy,
  prize_changed: ({ title }) => `The club changed how your prize ${title} is described`,
  prize_removed: ({ title }) => `The club took back your prize ${title}`,
  reward_expired: ({ title }) => `You have not claimed ${title} in time, so the club has it back`,
  claim_closes_week: claimBy,
  claim_closes_day: claimBy,
  claim_shipped: ({ title }) => `Your prize ${title} is on its way`,
  claim_delivered: ({ title }) => `Your prize ${title} was delivered`,
  claim_closed: ({ title }) => `Your claim of ${title} was closed`,
  claim_moved: claimMoved,
  game_won: won,
  game_settled: ({ title, details }) => `${title} has a result${howNear(details)}`,
  game_opened: ({ title }) => `${title} is open`,
  game_closing: ({ title }) => `${title} closes soon, and you have not entered yet`,
  live_begins: ({ title }) => `${title} is live now`,
  announcement: () => 'New announcement from the team',
  suspension: () => 'Your account has been suspended from posting in the newsfeed',
  warning: (one) => `The club team has warned you${warnedAbout(one)}`,
  appeal_decided: ({ details: { decision } }) =>
    `The club team has read your answer${decision === 'end' ? ' and ended your suspension' : '. Your suspension stays as it is'}`,
  record_decided: ({ details: { decision } }) =>
    `The club team has ${decision === 'decline' ? 'declined' : 'verified'} your catch for the club records`,
  report_decided: (one) => `The club team has dealt with your report${reported(one)}. Thank you`,
  role_given: roleGiven,
  report_made: ({ details: { kind = '' } }) =>
    `The club team has a report of a ${REPORTED[kind] ?? 'member'} to decide`,
  claim_made: (one) => `${who(one)} claimed ${one.title}`,
  game_to_settle: ({ title }) => `${title} has ended and needs its result`,
  stock_low: ({ title, details: { remaining_quantity: left = 0 } }) =>
    left > 0 ? `Only ${count(left, 'unit')} of ${title} left` : `No units of ${title} left`,
}

/** The text of a notification, in one sentence; of a kind that this version does not know, its title. */
export const sentenceOf = (one: Notification): string =>
  SENTENCES[one.kind]?.(one) ?? one.title ?? 'You have a new notification'

/** Below the sentence: the post, the comment, the message of a gift, or how a parcel is tracked. */
export function quoteOf({ kind, title, excerpt, details }: Notification): string {
  if (kind === 'claim_shipped') return [details.carrier, details.tracking_number].filter(Boolean).join(' ')
  return (kind === 'reaction' || kind === 'announcement' ? title : excerpt) ?? ''
}
