/** A message of the Phoenix channel protocol. */
export interface PhoenixMessage {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

/** Serialiser version of a socket: `1.0.0` frames are objects, `2.0.0` frames are arrays. */
export type ProtocolVersion = 1 | 2

const BROADCAST_PUSH = 3

/**
 * Reads a text frame.
 * @returns undefined for anything that is not a message of the version.
 */
export function decodeText(text: string, version: ProtocolVersion): PhoenixMessage | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  if (version === 2) return Array.isArray(parsed) ? message(parsed) : undefined
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
  const { join_ref: joinRef, ref, topic, event, payload } = parsed as Record<string, unknown>
  return message([joinRef, ref, topic, event, payload])
}

function message([joinRef = null, ref = null, topic, event, payload = {}]: unknown[]): PhoenixMessage | undefined {
  if (!isRef(joinRef) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return undefined
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  return { joinRef, ref, topic, event, payload: payload as Record<string, unknown> }
}

function isRef(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

/**
 * Reads a binary frame of version 2. Clients send only broadcasts in this form, and only their head is of interest.
 * @returns undefined for another kind or a frame that ends too soon.
 */
export function decodeBinary(bytes: Buffer): PhoenixMessage | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0] = bytes
  const start = 7
  if (kind !== BROADCAST_PUSH || bytes.length < start + joinRefLength + refLength + topicLength) return undefined
  const text = (from: number, length: number) => bytes.toString('utf8', from, from + length)
  return {
    joinRef: text(start, joinRefLength) || null,
    ref: text(start + joinRefLength, refLength) || null,
    topic: text(start + joinRefLength + refLength, topicLength),
    event: 'broadcast',
    payload: {},
  }
}

/** A text frame around a payload that is JSON already: changes are put into words once for all who receive them. */
export function encodeFrame(version: ProtocolVersion, head: Omit<PhoenixMessage, 'payload'>, payload: string): string {
  const [joinRef, ref, topic, event] = [head.joinRef, head.ref, head.topic, head.event].map((v) => JSON.stringify(v))
  if (version === 2) return `[${joinRef},${ref},${topic},${event},${payload}]`
  return `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":${joinRef}}`
}
