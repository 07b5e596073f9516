import type { Coming, GameToSettle, LowPrize, Waiting } from '../../data/overview/console-waiting-query.ts'
import { formatCount, formatDayAndTime, formatPoints } from '../../lib/format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Number of things that wait. */
export const toDo = ({ claims, games, reports, appeals, records, prizes, undelivered }: Waiting): number =>
  claims.count + games.count + reports.count + appeals.count + records.count + prizes.count + undelivered

/** How long something has waited, in one unit: `13 days`, `5 hours`, `40 minutes`. */
export function waitText(since: string, now: Date): string {
  const passed = Math.max(MINUTE, now.getTime() - Date.parse(since) || 0)
  if (passed >= DAY) return formatCount(Math.floor(passed / DAY), 'day')
  if (passed >= HOUR) return formatCount(Math.floor(passed / HOUR), 'hour')
  return formatCount(Math.floor(passed / MINUTE), 'minute')
}

/** What is known of a game that has ended. */
export function settleText({ type, entries, places }: GameToSettle): string {
  if (type === 'guess_weight') return formatCount(entries, 'guess', 'guesses')
  if (type === 'pick_swim') return formatCount(entries, 'entry', 'entries')
  return `${formatCount(entries, 'photo')}, ${places} of ${Math.min(3, entries)} places chosen`
}

export function stockText({ remaining, quantity, is_promised }: LowPrize): string {
  const left = remaining === 0 ? 'None left' : `${formatPoints(remaining)} of ${formatPoints(quantity)} left`
  return is_promised ? `${left}, promised by a game` : left
}

export function comingText({ kind, at }: Coming, now: Date): string {
  const moment = formatDayAndTime(at, now).replace(/^Today/, 'today')
  return kind === 'video' ? `Live video, ${moment}` : `${kind === 'game_start' ? 'Opens' : 'Closes'} ${moment}`
}

const DEEDS: Record<string, readonly [one: string, many: string] | undefined> = {
  edit_claim: ['claim updated', 'claims updated'],
  award_badge: ['badge awarded', 'badges awarded'],
  give_points: ['change of points', 'changes of points'],
  assign_prize: ['prize assigned', 'prizes assigned'],
  create_game: ['game created', 'games created'],
  activate_game: ['game activated', 'games activated'],
  complete_game: ['game completed', 'games completed'],
  make_club_link: ['link made', 'links made'],
  invite_addresses: ['list invited by email', 'lists invited by email'],
  import_members: ['list of members imported', 'lists of members imported'],
  suspend: ['member suspended', 'members suspended'],
  decide_appeal: ['answer decided', 'answers decided'],
  verify_record: ['record verified', 'records verified'],
  decline_record: ['catch declined', 'catches declined'],
  decide_report: ['report decided', 'reports decided'],
  delete_post: ['post deleted', 'posts deleted'],
  delete_comment: ['comment deleted', 'comments deleted'],
  delete_catch: ['catch deleted', 'catches deleted'],
  delete_file: ['picture deleted', 'pictures deleted'],
}

/** What the team did today in one sentence, the commonest first; undefined when it did nothing. */
export function doneText(done: Waiting['done']): string | undefined {
  const named = done.flatMap(({ action, count }) => {
    const names = DEEDS[action]
    return names ? [formatCount(count, ...names)] : []
  })
  const others = done.reduce((sum, { action, count }) => sum + (DEEDS[action] ? 0 : count), 0)
  if (others > 0) named.push(formatCount(others, named.length > 0 ? 'other change' : 'change'))
  return named.length > 0 ? `${named.join(', ')}.` : undefined
}
