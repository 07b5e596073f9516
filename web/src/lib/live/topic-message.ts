/** A message on a live topic: what every subscriber of the topic may know. */
export interface TopicMessage {
  /** Number of the message on its topic; a skipped one was missed. Undefined where the topic does not count. */
  n: number | undefined
  /** Rows to load again. */
  changed: readonly string[]
  /** Rows to remove, for any reason. */
  gone: readonly string[]
  /** On the feed: posts that were just written. */
  new: readonly string[]
  /** On a member's own topic: which of their data to load again, e.g. `prizes`. */
  what: readonly string[]
  /** On the admins' topic: tables that changed. */
  tables: readonly string[]
  /** Too many changes to list, or a message that cannot be read: load everything again. */
  reload: boolean
  /** The message as it was sent, for the contents that a single screen reads. */
  body: Readonly<Record<string, unknown>>
}

const LISTS = ['changed', 'gone', 'new', 'what', 'tables'] as const
const OTHER = ['numbers', 'rows', 'comments', 'entries'] as const
const NONE: readonly string[] = []

/** Parses a message strictly: one that is wrong in any part asks for everything to be loaded again. */
export function readTopicMessage(payload: unknown): TopicMessage {
  const body: Readonly<Record<string, unknown>> =
    typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {}
  const { n, reload } = body
  const counted = Number.isSafeInteger(n) ? (n as number) : undefined
  const known = [...LISTS, ...OTHER].some((part) => body[part] !== undefined)
  const valid = LISTS.every((part) => body[part] === undefined || isListOfTexts(body[part]))
  if (reload === true || !known || !valid || (n !== undefined && counted === undefined))
    return { n: counted, changed: NONE, gone: NONE, new: NONE, what: NONE, tables: NONE, reload: true, body: {} }
  const list = (part: (typeof LISTS)[number]) => (body[part] as readonly string[] | undefined) ?? NONE
  return {
    n: counted,
    changed: list('changed'),
    gone: list('gone'),
    new: list('new'),
    what: list('what'),
    tables: list('tables'),
    reload: false,
    body,
  }
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
