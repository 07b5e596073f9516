import type { IncomingMessage } from 'node:http'

const READ_LIMIT_MS = 30_000

export const JSON_LIMITS = { bytes: 1024 * 1024, depth: 32, keys: 200 } as const

export type BodyRefusal = 'too_large' | 'timeout' | 'aborted' | 'encoding' | 'syntax' | 'depth' | 'keys'

/** A body that cannot be accepted; each service renders it in its own error shape. */
export class BodyError extends Error {
  override name = 'BodyError'
  readonly reason: BodyRefusal
  /** HTTP status for services that have none of their own for the case. */
  readonly status: number
  constructor(reason: BodyRefusal, status: number, message: string) {
    super(message)
    this.reason = reason
    this.status = status
  }
}

/** How slowly a body may arrive. */
export interface BodyPace {
  /** Until a body that stalls is refused (ms). */
  graceMs: number
  /** For each further second, this many bytes must have arrived. */
  bytesPerSecond: number
}

/** Further options for reading a body. */
export interface BodyReading {
  pace?: BodyPace
  /** Called with the length of every part (bytes), before the part is stored. */
  onBytes?(count: number): void
  /** Ends the reading with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Reads a whole body and counts the bytes that arrive, so a false or absent Content-Length makes no difference.
 * @param limit bytes; one more is refused.
 * @throws {BodyError} 413 too large, 408 too slow, 415 compressed, 400 aborted.
 */
export async function readBody(
  raw: IncomingMessage,
  limit: number = JSON_LIMITS.bytes,
  { pace, onBytes, signal }: BodyReading = {},
): Promise<Buffer> {
  const encoding = raw.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new BodyError('encoding', 415, 'Compressed bodies are not accepted')
  if (Number(raw.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  signal?.throwIfAborted()
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const began = performance.now()
    let size = 0
    const finish = (error?: unknown) => {
      clearTimeout(timer)
      raw.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      signal?.removeEventListener('abort', onAbort)
      if (error) {
        raw.resume()
        reject(error)
      } else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
    }
    const look = () => {
      const left = began + allowedMs(size, pace) - performance.now()
      if (left > 0) timer = setTimeout(look, left)
      else finish(new BodyError('timeout', 408, 'The body arrived too slowly'))
    }
    let timer = setTimeout(look, allowedMs(0, pace))
    const onAbort = () => finish(signal?.reason)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) onBytes?.(chunk.length)
      // This may be the body that was dropped.
      if (signal?.aborted) return
      if (size > limit) finish(tooLarge(limit))
      else chunks.push(chunk)
    }
    const onEnd = () => finish()
    const onClose = () => finish(new BodyError('aborted', 400, 'The body ended early'))
    raw.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
    signal?.addEventListener('abort', onAbort)
  })
}

/** The time that a body may have taken when `size` bytes of it have arrived (ms). */
function allowedMs(size: number, pace: BodyPace | undefined): number {
  return pace ? Math.min(READ_LIMIT_MS, pace.graceMs + (size / pace.bytesPerSecond) * 1_000) : READ_LIMIT_MS
}

/**
 * Parses a JSON body strictly: valid UTF-8, limited depth and keys per object. `__proto__` is an ordinary key to
 * `JSON.parse`; code that copies keys into objects has to take care of it.
 * @returns undefined for an empty body.
 * @throws {BodyError} 400 with the reason.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  checkShape(body)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    throw new BodyError('syntax', 400, 'The body is not valid JSON')
  }
}

/** Reads and parses a JSON body within {@link JSON_LIMITS}. */
export async function readJson(raw: IncomingMessage): Promise<unknown> {
  return parseJson(await readBody(raw))
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN = [0x5b, 0x7b]
const CLOSE = [0x5d, 0x7d]

/** One pass over the bytes before `JSON.parse`, which recurses as deep as the text is nested. */
function checkShape(body: Buffer): void {
  const keys: number[] = []
  let inString = false
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i] as number
    if (inString) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (OPEN.includes(byte)) {
      if (keys.push(0) > JSON_LIMITS.depth) throw new BodyError('depth', 400, 'The body is nested too deeply')
    } else if (CLOSE.includes(byte)) keys.pop()
    else if (byte === COLON && keys.length > 0) {
      const count = (keys[keys.length - 1] as number) + 1
      if (count > JSON_LIMITS.keys) throw new BodyError('keys', 400, 'An object of the body has too many keys')
      keys[keys.length - 1] = count
    }
  }
}

function tooLarge(limit: number): BodyError {
  return new BodyError('too_large', 413, `The body is larger than ${limit} bytes`)
}
