import type { GameType } from '../../../data/games/game.ts'
import { type GameDraft, newDraft } from './game-draft.ts'

// Session storage: the words survive a reload of this tab and are gone from a shared computer with the tab.
const keyOf = (userId: string, type: GameType) => `bankside-console-game-${userId}-${type}`

/** The unsent new game of this tab. What is stored is not trusted to have the right shape. */
export function readStoredDraft(userId: string, type: GameType): GameDraft {
  const empty = newDraft(type)
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, type)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return empty
    const words = stored as Record<string, unknown>
    const text = (key: keyof GameDraft) => (typeof words[key] === 'string' ? words[key] : null)
    const moment = (key: keyof GameDraft) => (Number.isNaN(Date.parse(text(key) ?? '')) ? null : text(key))
    const places = Array.isArray(words.places) ? words.places : []
    const place = (index: 0 | 1 | 2) => (typeof places[index] === 'string' ? places[index] : empty.places[index])
    return {
      type,
      title: text('title') ?? '',
      description: text('description') ?? '',
      imageUrl: text('imageUrl'),
      startDate: moment('startDate'),
      endDate: moment('endDate'),
      winnerPoints: text('winnerPoints') ?? empty.winnerPoints,
      places: [place(0), place(1), place(2)],
      packageId: text('packageId'),
      unit: words.unit === 'lbs' ? 'lbs' : 'kg',
      answer: text('answer') ?? '',
    }
  } catch {
    return empty
  }
}

/** Keeps the new game for a reload; undefined forgets it. */
export function storeDraft(userId: string, type: GameType, draft: GameDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId, type), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(userId, type))
  } catch {
    // Storage may be full or forbidden; then a reload loses the words, as on any other page.
  }
}
