/** What one client may take, beside what the settings say. Rates grow with RATE_LIMIT_SCALE. */
export const REALTIME_LIMITS = {
  frameBytes: 64 * 1024,
  fragments: 16,
  joinsPerSecondPerSocket: 20,
  messagesPerSecondPerSocket: 100,
  waitingMessagesPerSocket: 100,
  bindingsPerChannel: 20,
  filterConditions: 10,
  filterItems: 100,
  topicLength: 255,
  /** How long a join may wait for the capture, unless it says so, and at most. */
  waitMs: 15_000,
  longestWaitMs: 20_000,
  /** Upstream's heartbeat comes every 25 s; whoever misses two is gone. */
  silenceMs: 60_000,
  /** Unsent bytes above which a client counts as one that does not read. */
  unsentBytes: 1024 * 1024,
  recordBytes: 1024 * 1024,
  /** Values longer than this are left out of a record that is too large. */
  shortValueBytes: 64,
  messagesPerRequest: 100,
  /** Stored messages that a join is told again at most, and how long they are stored; both as upstream. */
  replayedMessages: 25,
  messageHours: 72,
  /** Calls in 30 s with which one channel may make itself present or change what it says, as upstream. */
  presenceCalls: 5,
  /** After this long without a sign of its engine, somebody is not present any more. */
  presenceStaleMs: 90_000,
  tokenCheckMs: 5_000,
} as const

/** Close codes: https://www.rfc-editor.org/rfc/rfc6455#section-7.4 */
export const CLOSE = { policy: 1008, restart: 1012 } as const
