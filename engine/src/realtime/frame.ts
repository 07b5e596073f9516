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
const BROADCAST = 4
const BINARY_ENCODING = 0
const JSON_ENCODING = 1

/**
 * Parses a text frame.
 * @returns undefined for anything that is not a message of the version.
 */
export function decodeText(text: string, version: ProtocolVersion): PhoenixMessage | undefined {
  const parsed = parseJson(text)
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
 * Parses a binary frame of version 2. Clients send only broadcasts in this form.
 * @returns undefined for another kind or a truncated frame.
 */
export function decodeBinary(bytes: Buffer): PhoenixMessage | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0, eventLength = 0, metaLength = 0, encoding] = bytes
  const lengths = [joinRefLength, refLength, topicLength, eventLength, metaLength]
  const start = 7
  const end = lengths.reduce((sum, length) => sum + length, start)
  if (kind !== BROADCAST_PUSH || bytes.length < end) return undefined
  let at = start
  const [joinRef = '', ref = '', topic = '', event = ''] = lengths.map((length) => {
    at += length
    return bytes.toString('utf8', at - length, at)
  })
  const body = bytes.subarray(end)
  const payload = encoding === JSON_ENCODING ? parseJson(body.toString('utf8')) : body
  if (payload === undefined) return undefined
  const message = { type: 'broadcast', event, payload }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: message }
}

const LONGEST_NAME = 255

/**
 * A broadcast of bytes, for version 2.
 * @param meta JSON text; empty for none.
 * @returns undefined for names that are too long: the frame has one byte for the length of each.
 */
export function encodeBroadcast(topic: string, event: string, payload: Buffer, meta = ''): Buffer | undefined {
  const parts = [topic, event, meta].map((text) => Buffer.from(text))
  if (parts.some(({ length }) => length > LONGEST_NAME)) return undefined
  const head = Buffer.from([BROADCAST, ...parts.map(({ length }) => length), BINARY_ENCODING])
  return Buffer.concat([head, ...parts, payload])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text frame around a payload that is JSON already: a change is encoded once for all its receivers. */
export function encodeFrame(version: ProtocolVersion, head: Omit<PhoenixMessage, 'payload'>, payload: string): string {
  const [joinRef, ref, topic, event] = [head.joinRef, head.ref, head.topic, head.event].map((v) => JSON.stringify(v))
  if (version === 2) return `[${joinRef},${ref},${topic},${event},${payload}]`
  return `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":${joinRef}}`
}
