/** Limits of one client that are not in the settings. Rates grow with RATE_LIMIT_SCALE. */
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
  /** How long a join may wait for the change feed: by default, and at most. */
  waitMs: 15_000,
  longestWaitMs: 20_000,
  /** Clients send a heartbeat every 25 s; a client that misses two is disconnected. */
  silenceMs: 60_000,
  /** Unsent bytes above which a client counts as not reading. */
  unsentBytes: 1024 * 1024,
  recordBytes: 1024 * 1024,
  /** A record that is too large loses values longer than this. */
  shortValueBytes: 64,
  messagesPerRequest: 100,
  /** Stored messages that one join replays at most, and how long they are stored; both as upstream. */
  replayedMessages: 25,
  messageHours: 72,
  /** Calls in 30 s by which one channel may track or change its presence, as upstream. */
  presenceCalls: 5,
  /** A presence ends when its engine has given no sign for this long. */
  presenceStaleMs: 90_000,
  tokenCheckMs: 5_000,
} as const

/** Close codes: https://www.rfc-editor.org/rfc/rfc6455#section-7.4 */
export const CLOSE = { policy: 1008, restart: 1012 } as const
