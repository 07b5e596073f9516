import type { Game } from './game.ts'

/** How many of the newest entrants a game shows on its card. */
const FACES = 4

export type EntryNumbers = ReadonlyMap<string, number>

/** The numbers of entries in a message, by game; undefined when they cannot be read. */
export function readEntryNumbers(entries: unknown): EntryNumbers | undefined {
  if (entries === undefined) return new Map()
  if (typeof entries !== 'object' || entries === null) return undefined
  const numbers = Object.entries(entries as Record<string, unknown>)
  if (!numbers.every(([, count]) => Number.isSafeInteger(count))) return undefined
  return new Map(numbers as [string, number][])
}

/** The games with those numbers; the same list when none of them has changed. */
export function withEntryNumbers(games: readonly Game[], numbers: EntryNumbers): readonly Game[] {
  if (!games.some(({ id, entryCount }) => (numbers.get(id) ?? entryCount) !== entryCount)) return games
  return games.map((game) => ({ ...game, entryCount: numbers.get(game.id) ?? game.entryCount }))
}

/** Whether a game shows fewer faces than it has entrants, or one of a member who has left. */
export const lacksFaces = (games: readonly Game[], numbers: EntryNumbers): boolean =>
  games.some(({ id, latestEntrants }) => {
    const count = numbers.get(id)
    return count !== undefined && Math.min(count, FACES) !== latestEntrants.length
  })
