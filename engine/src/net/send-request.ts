import { messageOf } from '../kernel/errors.ts'

/** A row of `net.http_request_queue`. */
export interface QueuedRequest {
  id: string
  method: string
  url: string
  headers: Record<string, string> | null
  body: Buffer | null
  timeout: number
}

/** The values of a row of `net._http_response`. */
export interface RequestOutcome {
  status: number | null
  type: string | null
  headers: Record<string, string> | null
  content: string | null
  timedOut: boolean
  error: string | null
}

const LONGEST_MS = 600_000
/** Of an answer; the rest is left out. */
const MOST_BYTES = 1024 * 1024

/**
 * Sends one request; redirects are not followed.
 * @param locate the address to connect to, for an address of the queue.
 */
export async function sendRequest(request: QueuedRequest, locate: (url: string) => string): Promise<RequestOutcome> {
  const { method, url, headers, body, timeout } = request
  const signal = AbortSignal.timeout(Math.min(Math.max(1, timeout), LONGEST_MS))
  try {
    const reply = await fetch(locate(url), {
      method: method.toUpperCase(),
      headers: headers ?? {},
      ...(body ? { body: new Uint8Array(body) } : {}),
      redirect: 'manual',
      signal,
    })
    const content = await readStart(reply)
    return {
      status: reply.status,
      type: reply.headers.get('content-type'),
      headers: Object.fromEntries(reply.headers),
      // PostgreSQL stores no zero character.
      content: content.replaceAll('\0', ''),
      timedOut: false,
      error: null,
    }
  } catch (error) {
    const timedOut = signal.aborted
    const cause = (error as { cause?: unknown } | null)?.cause ?? error
    const reason = timedOut ? `Timeout of ${timeout} ms reached` : messageOf(cause)
    return { status: null, type: null, headers: null, content: null, timedOut, error: reason }
  }
}

async function readStart(reply: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of reply.body ?? []) {
    bytes += (chunk as Uint8Array).length
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (bytes > MOST_BYTES) break
  }
  return text.slice(0, MOST_BYTES)
}
