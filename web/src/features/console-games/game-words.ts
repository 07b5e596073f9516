import type { ConsoleGame } from '../../data/games/console-game.ts'
import { formatCount, formatMoment, formatPoints } from '../../lib/format.ts'

/** Why a draft cannot be activated yet; undefined when it can. */
export function activationObstacle({ type, commitment, endDate }: ConsoleGame, now: Date): string | undefined {
  if (commitment === null && type === 'pick_swim')
    return 'The winning square is missing. Edit the game and set it first.'
  if (commitment === null && type === 'guess_weight')
    return 'The actual weight is missing. Edit the game and set it first.'
  if (Date.parse(endDate) <= now.getTime()) return 'The end date is over. Edit the game and choose a later one first.'
  return undefined
}

/** What activating does. */
export function activationWords({ title, startDate, endDate, type }: ConsoleGame, now: Date): string[] {
  const opens = Date.parse(startDate) > now.getTime() ? ` from ${formatMoment(startDate, now)}` : ''
  const words = [`Members see ${title} at once and can enter${opens} until ${formatMoment(endDate, now)}.`]
  if (type !== 'carp_of_week')
    words.push('The answer is sealed: nobody can change it once a member has entered, and anyone can verify it later.')
  return words
}

/** What completing does, without telling who would win. */
export function completionWords(game: ConsoleGame, now: Date): string[] {
  const { title, entryCount, endDate, type } = game
  const words = [`${title} has ${formatCount(entryCount, 'entry', 'entries')}.`]
  if (Date.parse(endDate) > now.getTime())
    words.push(`Members could still enter until ${formatMoment(endDate, now)}; completing closes the game now.`)
  if (entryCount === 0) words.push('It ends without a winner.')
  else if (type === 'guess_weight')
    words.push(`Whoever is closest to the actual weight wins ${formatCount(game.winnerPoints, 'point')}.`)
  else if (type === 'pick_swim')
    words.push(`Everyone on the winning square wins ${formatCount(game.winnerPoints, 'point')}.`)
  else {
    const [first, second, third] = game.placePoints.map(formatPoints)
    words.push(
      `The places that are chosen get ${first}, ${second} and ${third} points and cannot be changed afterwards.`,
    )
  }
  words.push('Results are shown to all members. This cannot be undone.')
  return words
}

/** What cancelling does. */
export function cancellationWords({ title, state, entryCount }: ConsoleGame): string {
  const seen = state === 'active' ? 'Members no longer see it' : 'Members never see it'
  const entries =
    entryCount === 0 ? '' : ` Its ${formatCount(entryCount, 'entry is', 'entries are')} kept, and nobody wins.`
  return `${title} is called off. ${seen}.${entries} A cancelled game cannot be opened again.`
}

/** What deleting does. */
export function deletionWords({ title, entryCount, state }: ConsoleGame): string {
  const entries = entryCount === 0 ? '' : ` Its ${formatCount(entryCount, 'entry is', 'entries are')} deleted with it.`
  const given = state === 'completed' ? ' Points and prizes already given stay.' : ''
  return `Are you sure you want to delete ${title}?${entries}${given} This action cannot be undone.`
}

/** What became of the linked package; undefined while it is open or when there is none. */
export function prizeWords({ prize, packageName }: ConsoleGame): { given: boolean; text: string } | undefined {
  if (prize === null) return undefined
  const name = packageName === null ? 'The prize package' : `The prize package ${packageName}`
  if (prize === 'awarded') return { given: true, text: `${name} went to the earliest first place.` }
  const known: Record<string, string | undefined> = {
    'no winner': 'nobody won',
    inactive: 'it is inactive',
    empty: 'it has no items',
  }
  return { given: false, text: `${name} was not given: ${known[prize] ?? prize}.` }
}
