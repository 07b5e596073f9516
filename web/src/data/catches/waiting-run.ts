import type { QueryClient } from '@tanstack/react-query'
import { profileKeys } from '../profile/keys.ts'
import { catchesKeys } from './keys.ts'
import { tellWaiting } from './waiting-queue.ts'
import { type SendResult, sendWaiting } from './waiting-send.ts'
import { waitingStore } from './waiting-store.ts'
import { waitingTools } from './waiting-tools.ts'
import { inTurn } from './waiting-turn.ts'

const running = new Map<string, Promise<SendResult | undefined>>()

/**
 * Sends what waits of a member, in one tab at a time, and loads again what it changes. While this tab is sending,
 * the same run is returned: it also sends what was added in the meantime.
 * @returns undefined when another tab is sending.
 */
export function runWaiting(userId: string, queries: QueryClient): Promise<SendResult | undefined> {
  const already = running.get(userId)
  if (already) return already
  const started = run(userId, queries).finally(() => running.delete(userId))
  running.set(userId, started)
  return started
}

async function run(userId: string, queries: QueryClient): Promise<SendResult | undefined> {
  const result = await inTurn(waitingStore, userId, () => sendWaiting(userId, waitingStore, waitingTools))
  // Also after a run of another tab: the note of what is left may be from before it.
  await tellWaiting(userId)
  if (result && result.sent > 0) {
    void queries.invalidateQueries({ queryKey: catchesKeys.all })
    // Its weight may be the best catch.
    void queries.invalidateQueries({ queryKey: profileKeys.all })
  }
  return result
}
