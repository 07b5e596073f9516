import { newId } from '../../lib/new-id.ts'

// Session storage: a reload keeps the gift's id, so that sending it again cannot give twice.
const keyOf = (userId: string, toUserId: string) => `bankside-gift-${userId}-${toUserId}`

/** A gift that no answer has confirmed yet. */
export interface GiftDraft {
  /** Sent with every attempt; the database takes it once. */
  id: string
  points: string
  message: string
}

/** The gift being written to a member, or a new empty one. What is stored is not trusted to have the right shape. */
export function readGiftDraft(userId: string, toUserId: string): GiftDraft {
  const fresh = { id: newId(), points: '', message: '' }
  try {
    const { id, points, message } = JSON.parse(sessionStorage.getItem(keyOf(userId, toUserId)) ?? '{}')
    if (typeof id !== 'string' || typeof points !== 'string' || typeof message !== 'string') return fresh
    return { id, points, message }
  } catch {
    return fresh
  }
}

/** Keeps the gift for a reload of this tab. */
export function keepGiftDraft(userId: string, toUserId: string, draft: GiftDraft): void {
  try {
    sessionStorage.setItem(keyOf(userId, toUserId), JSON.stringify(draft))
  } catch {
    // Storage may be full or forbidden; then the id lives as long as the dialog.
  }
}

/** Forgets the gift once it is confirmed; the next one is another. */
export function forgetGiftDraft(userId: string, toUserId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId, toUserId))
  } catch {
    // As above.
  }
}
