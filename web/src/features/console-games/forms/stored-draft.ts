import type { GameDraft } from './game-draft.ts'

// Session storage: the words survive a reload of this tab and are gone from a shared computer with the tab.
const keyOf = (userId: string, what: string) => `bankside-console-game-${userId}-${what}`

/**
 * What was typed in this tab and not saved, over the form as it would open. What is stored is not trusted to have the
 * right shape.
 * @param what the kind of a new game, or a draft and its version.
 */
export function readStoredDraft(userId: string, what: string, opened: GameDraft): GameDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, what)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? over(opened, stored as Record<string, unknown>) : opened
  } catch {
    return opened
  }
}

/** Keeps what was typed for a reload; undefined forgets it. */
export function storeDraft(userId: string, what: string, draft: GameDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId, what), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(userId, what))
  } catch {
    // Storage may be full or forbidden; then a reload loses the words, as on any other page.
  }
}

function over(opened: GameDraft, stored: Record<string, unknown>): GameDraft {
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  const textOrNull = (value: unknown, otherwise: string | null) =>
    typeof value === 'string' || value === null ? value : otherwise
  const moment = (value: unknown, otherwise: string | null) =>
    value === null || (typeof value === 'string' && !Number.isNaN(Date.parse(value))) ? value : otherwise
  const places = Array.isArray(stored.places) ? stored.places : []
  return {
    type: opened.type,
    title: text(stored.title, opened.title),
    description: text(stored.description, opened.description),
    imageUrl: textOrNull(stored.imageUrl, opened.imageUrl),
    startDate: moment(stored.startDate, opened.startDate),
    endDate: moment(stored.endDate, opened.endDate),
    winnerPoints: text(stored.winnerPoints, opened.winnerPoints),
    places: [text(places[0], opened.places[0]), text(places[1], opened.places[1]), text(places[2], opened.places[2])],
    packageId: textOrNull(stored.packageId, opened.packageId),
    unit: stored.unit === 'kg' || stored.unit === 'lbs' ? stored.unit : opened.unit,
    answer: text(stored.answer, opened.answer),
  }
}
