// Session storage: what is not yet sent survives a reload of this tab and is gone with it.
const keyOf = (userId: string, gameId: string) => `bankside-game-${userId}-${gameId}`

/** What was chosen or typed for a game but not sent; empty without. */
export function readEntryDraft(userId: string, gameId: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, gameId)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps an unsent entry for a reload; an empty one is forgotten. */
export function keepEntryDraft(userId: string, gameId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(userId, gameId))
    else sessionStorage.setItem(keyOf(userId, gameId), text)
  } catch {
    // Storage may be full or forbidden; then a reload loses the choice, as on any other page.
  }
}
