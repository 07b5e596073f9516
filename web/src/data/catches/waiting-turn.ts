import { newId } from '../../lib/new-id.ts'
import type { WaitingStore } from './waiting-record.ts'

/** How long a turn lasts that its tab does not renew, in milliseconds. */
const TURN_MS = 30_000

/**
 * Runs the work of one member in one tab at a time. With the browser's locks it waits for the other tab. Pages without
 * TLS have no locks; there the turn is a row of the store, and the work is left to the tab that has it.
 * @returns undefined when another tab has the turn.
 */
export async function inTurn<Result>(
  store: WaitingStore,
  userId: string,
  work: () => Promise<Result>,
  locks: LockManager | null = (navigator as { locks?: LockManager }).locks ?? null,
): Promise<Result | undefined> {
  if (locks) return await locks.request(`bankside-catches-${userId}`, work)
  const holder = newId()
  const take = () => {
    const now = Date.now()
    return store.takeTurn(userId, holder, now, now + TURN_MS)
  }
  if (!(await take())) return undefined
  const renewal = setInterval(() => void take().catch(() => {}), TURN_MS / 3)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await store.endTurn(userId, holder)
  }
}
