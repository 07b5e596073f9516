import type { ConsoleGame } from '../../data/games/console-game.ts'
import { formatCount, formatMoment, formatPoints } from '../../lib/format.ts'

/** Why a draft cannot be activated yet; undefined when it can. */
export function activationObstacle({ type, commitment, endDate }: ConsoleGame, now: Date): string | undefined {
  if (commitment === null && type === 'pick_swim')
    return 'The winning square is missing. Edit the game and set it first.'
  if (commitment === null && type === 'guess_weight')
    return 'The actual weight is missing. Edit the game and set it first.'
  if (Date.parse(endDate) <= now.getTime())
    return 'The end date has passed. Edit the game and choose a later one first.'
  return undefined
}

/** The effects of activating. */
export function activationText({ title, startDate, endDate, type }: ConsoleGame, now: Date): string[] {
  const opens = Date.parse(startDate) > now.getTime() ? ` from ${formatMoment(startDate, now)}` : ''
  const sentences = [`Members see ${title} at once and can enter${opens} until ${formatMoment(endDate, now)}.`]
  if (type !== 'carp_of_week')
    sentences.push(
      'The answer is sealed: nobody can change it once a member has entered, and anyone can verify it later.',
    )
  return sentences
}

/** The effects of completing, without revealing the winner. */
export function completionText(game: ConsoleGame, now: Date): string[] {
  const { title, entryCount, endDate, type } = game
  const sentences = [`${title} has ${formatCount(entryCount, 'entry', 'entries')}.`]
  if (Date.parse(endDate) > now.getTime())
    sentences.push(`Entries would close on ${formatMoment(endDate, now)}. Completing closes the game now.`)
  if (entryCount === 0) sentences.push('It ends without a winner.')
  else if (type === 'guess_weight')
    sentences.push(`The guess closest to the actual weight wins ${formatCount(game.winnerPoints, 'point')}.`)
  else if (type === 'pick_swim')
    sentences.push(`Everyone on the winning square wins ${formatCount(game.winnerPoints, 'point')}.`)
  else {
    const [first, second, third] = game.placePoints.map(formatPoints)
    sentences.push(`The chosen places get ${first}, ${second} and ${third} points and cannot be changed afterwards.`)
  }
  sentences.push('Results are shown to all members. This cannot be undone.')
  return sentences
}

/** The effects of cancelling. */
export function cancellationText({ title, state, entryCount }: ConsoleGame): string {
  const seen = state === 'active' ? 'Members no longer see it' : 'Members never see it'
  const entries =
    entryCount === 0 ? '' : ` Its ${formatCount(entryCount, 'entry is', 'entries are')} kept, and nobody wins.`
  return `${title} will be cancelled. ${seen}.${entries} A cancelled game cannot be opened again.`
}

/** The effects of deleting. */
export function deletionText({ title, entryCount, state }: ConsoleGame): string {
  const entries = entryCount === 0 ? '' : ` Its ${formatCount(entryCount, 'entry is', 'entries are')} deleted with it.`
  const given = state === 'completed' ? ' Points and prizes already awarded are kept.' : ''
  return `Are you sure you want to delete ${title}?${entries}${given} This action cannot be undone.`
}

/** The outcome of the linked package; undefined while the game is open or when there is none. */
export function prizeText({ prize, packageName }: ConsoleGame): { given: boolean; text: string } | undefined {
  if (prize === null) return undefined
  const name = packageName === null ? 'The prize package' : `The prize package ${packageName}`
  if (prize === 'awarded')
    return { given: true, text: `${name} went to the first-placed member with the earliest entry.` }
  const known: Record<string, string | undefined> = {
    'no winner': 'nobody won',
    inactive: 'it is inactive',
    empty: 'it has no items',
  }
  return { given: false, text: `${name} was not awarded: ${known[prize] ?? prize}.` }
}
