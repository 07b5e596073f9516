import { REALTIME_LIMITS } from './limits.ts'

/** Which stored messages a joining client wants replayed. */
export interface ReplayRequest {
  /** Earliest time, in Unix milliseconds. */
  since: number
  /** Number of latest messages; 25 at most, as upstream. */
  limit: number
}

/**
 * Parses `config.broadcast.replay` of a join.
 * @returns undefined when the client asks for no replay; the reason for the error reply, in upstream's text, when the
 *   value is not valid.
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
