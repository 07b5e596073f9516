import { newId } from '../../lib/new-id.ts'
import type { TypedPoints } from './points-rules.ts'

// Session storage: a reload keeps the change's id, so that sending it again cannot write it twice. The writer stands
// first in the key: unsent words of others are dropped by it.
const keyOf = (adminId: string, userId: string) => `bankside-console-points-${adminId}-${userId}`

/** A change of points that no answer has confirmed yet. */
export interface PointsDraft {
  /** Sent with every attempt; the ledger takes it once. */
  id: string
  typed: TypedPoints
  reason: string
}

/** The change being written for a member, or a new empty one. What is stored is not trusted to have the right shape. */
export function readPointsDraft(adminId: string, userId: string): PointsDraft {
  const fresh = { id: newId(), typed: { digits: '', negative: false }, reason: '' }
  try {
    const { id, typed, reason } = JSON.parse(sessionStorage.getItem(keyOf(adminId, userId)) ?? '{}')
    if (typeof id !== 'string' || typeof reason !== 'string') return fresh
    if (typeof typed?.digits !== 'string' || typeof typed.negative !== 'boolean') return fresh
    return { id, typed: { digits: typed.digits, negative: typed.negative }, reason }
  } catch {
    return fresh
  }
}

/** Keeps the change for a reload of this tab. */
export function keepPointsDraft(adminId: string, userId: string, draft: PointsDraft): void {
  try {
    sessionStorage.setItem(keyOf(adminId, userId), JSON.stringify(draft))
  } catch {
    // Storage may be full or forbidden; then the id lives as long as the form.
  }
}

/** Forgets the change once it is confirmed; the next one is another. */
export function forgetPointsDraft(adminId: string, userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(adminId, userId))
  } catch {
    // As above.
  }
}
