import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpReply } from './types.ts'

const LONG_TEXT = 256 * 1024

/**
 * Writes a reply. Length and body follow the status: 204 and 304 have neither, HEAD has only the length.
 * @param defaults headers that the reply's own headers override.
 */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: HttpReply,
  defaults: Readonly<Record<string, string>>,
): Promise<void> {
  if (response.destroyed) return discard(reply.body)
  for (const [name, value] of Object.entries(defaults)) response.setHeader(name, value)
  for (const [name, value] of Object.entries(reply.headers ?? {})) setHeader(response, name, value)
  response.statusCode = reply.status
  const bodiless = reply.status === 204 || reply.status === 304
  if (!request.complete && (bodiless || !(reply.body instanceof Readable))) closeAfterUnreadBody(request, response)
  if (reply.body instanceof Readable) {
    if (bodiless || request.method === 'HEAD') {
      discard(reply.body)
      response.end()
      return
    }
    return await pipeline(reply.body, response)
  }
  if (bodiless) return void response.end()
  const { body } = reply
  if (!response.hasHeader('content-length')) response.setHeader('content-length', Buffer.byteLength(body ?? ''))
  if (request.method === 'HEAD' || body === undefined) response.end()
  // Text goes out in one piece with the head; but the unsent part of a long text would be in memory twice.
  else if (typeof body === 'string' && body.length < LONG_TEXT) response.end(body, 'utf8')
  else response.end(typeof body === 'string' ? Buffer.from(body) : body)
}

// The rest of the body would be read as the client's next request, or at our expense.
function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers
  if (length === '0' && chunked === undefined) return
  response.setHeader('connection', 'close')
  response.once('finish', () => {
    request.resume()
    setTimeout(() => request.socket.destroy(), 500).unref()
  })
}

/** A service may add to `Vary`. */
function setHeader(response: ServerResponse, name: string, value: string | number | readonly string[]): void {
  const before = response.getHeader(name)
  if (name.toLowerCase() === 'vary' && typeof before === 'string') response.setHeader(name, `${before}, ${value}`)
  else response.setHeader(name, value)
}

function discard(body: HttpReply['body']): void {
  if (body instanceof Readable) body.destroy()
}
