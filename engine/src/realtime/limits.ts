/** Limits of one client that are not in the settings. Rates grow with RATE_LIMIT_SCALE. */
export const REALTIME_LIMITS = {
  frameBytes: 64 * 1024,
  fragments: 16,
  joinsPerSecondPerSocket: 20,
  /**
   * Of an account, and of the guests of an address. A browser joins about six topics when it returns; a club house full
   * of guests may all return at the same moment.
   */
  joins: {
    account: { atOnce: 60, perSecond: 5 },
    address: { atOnce: 100, perSecond: 10 },
    /**
     * What members share, as parts of `MAX_JOINS_PER_SECOND`: what most joins take, and a reserve for addresses that take
     * little. In each an address has a limit of its own; all members of a club house may return at once.
     */
    common: { ofAll: 0.8, atOnce: 1, perSecond: 0.25 },
    reserve: { ofAll: 0.2, atOnce: 0.15, perSecond: 0.02 },
  },
  /** Joins that exceed the account's or address's limit and are answered, before the socket is closed. */
  refusedJoins: { atOnce: 20, perSecond: 1 / 3 },
  messagesPerSecondPerSocket: 100,
  /** Reading a message costs as much as it is long, whatever is in it. */
  bytesPerSocket: { atOnce: 512 * 1024, perSecond: 64 * 1024 },
  waitingMessagesPerSocket: 100,
  bindingsPerChannel: 20,
  /** Of an account, and of the guests of an address. */
  bindingsPerAccount: 200,
  /** Conditions with a pattern in all of them. */
  patternsPerAccount: 20,
  /** Kinds of filters in all of them: each is a statement for every change of its table. */
  kindsPerAccount: 20,
  filterConditions: 10,
  filterItems: 100,
  /** Of all values of a condition together, in UTF-8. */
  conditionBytes: 2048,
  /** The cost of matching a pattern grows with its length. Characters, with the wildcards. */
  patternLength: 100,
  /** Wildcards `%` of a pattern. */
  patternWildcards: 2,
  /** Accounts with more filters get their changes after the others. */
  fewFilters: 20,
  /** How long one question about changes may take: a basis, and for each reader about four times what one costs. */
  statementMs: 1_000,
  readerMs: 4,
  /** How long an account whose filter took longer has none. */
  slowFilterMs: 5 * 60_000,
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
