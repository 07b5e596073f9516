import { REALTIME_LIMITS } from './limits.ts'

/** What somebody who joins wants to be told again. */
export interface ReplayRequest {
  /** Unix milliseconds. */
  since: number
  /** The latest so many; 25 at most, as upstream. */
  limit: number
}

/**
 * Reads `config.broadcast.replay` of a join.
 * @returns undefined when nothing is asked for, and the reason for the error reply when it cannot be used; both in
 *   upstream's words.
 */
export function readReplay(value: unknown, isPrivate: boolean): ReplayRequest | string | undefined {
  if (value === undefined || value === null) return undefined
  if (!isPrivate) return 'UnableToReplayMessages: Replay is not allowed for public channels'
  const { since, limit } = value as { since?: unknown; limit?: unknown }
  const most = limit ?? REALTIME_LIMITS.replayedMessages
  if (!Number.isSafeInteger(since) || !Number.isSafeInteger(most))
    return 'UnableToReplayMessages: Replay params are not valid'
  return {
    since: Math.max(0, since as number),
    limit: Math.min(Math.max(1, most as number), REALTIME_LIMITS.replayedMessages),
  }
}
