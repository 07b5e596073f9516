import type { ProfileEdits } from './profile-draft.ts'

// Session storage: the words survive a reload of this tab and are gone from a shared computer with the tab.
const keyOf = (userId: string) => `bankside-profile-draft-${userId}`

/** Unsaved edits of this tab, or none. What is stored is not trusted to have the right shape. */
export function readEdits(userId: string): ProfileEdits {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? pickEdits(stored as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Keeps the edits for a reload; without any, forgets them. */
export function keepEdits(userId: string, edits: ProfileEdits): void {
  try {
    if (Object.keys(edits).length === 0) sessionStorage.removeItem(keyOf(userId))
    else sessionStorage.setItem(keyOf(userId), JSON.stringify(edits))
  } catch {
    // Storage may be full or forbidden; then a reload loses the words, as on any other page.
  }
}

function pickEdits({ username, bio, weight, unit, area }: Record<string, unknown>): ProfileEdits {
  return {
    ...(typeof username === 'string' && { username }),
    ...(typeof bio === 'string' && { bio }),
    ...(typeof weight === 'string' && { weight }),
    ...((unit === 'kg' || unit === 'lbs') && { unit }),
    ...(typeof area === 'string' && { area }),
  }
}
