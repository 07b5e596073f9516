import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex, Readable } from 'node:stream'

/** One HTTP request as the services see it: already limited, with the client's address resolved. */
export interface HttpRequest {
  /** Upper-case method. */
  method: string
  /** Percent-encoded path without the query, e.g. `/rest/v1/profiles`. */
  path: string
  /** Raw query string without the `?`; empty when there is none. */
  query: string
  headers: IncomingHttpHeaders
  /** The client's address; forwarded headers count only from a trusted proxy. */
  clientIp: string
  /** Opaque ID of this request, also in the log and in the reply's `x-request-id`. */
  id: string
  /** The unread body and the socket, for services that stream (storage uploads). */
  raw: IncomingMessage
  /** Aborted when the client disconnects before the reply is sent. */
  signal: AbortSignal
  /** Ends the connection within an answer that cannot be finished. @param status for metrics and log. */
  breakOff(status: number): void
}

/** A service's reply. The server adds CORS, security and request-id headers. */
export interface HttpReply {
  status: number
  headers?: Record<string, string | number | readonly string[]>
  /** Bytes, text (UTF-8) or a stream; absent or undefined means no body. */
  body?: string | Uint8Array | Readable
}

/** One of the services. It renders its own errors; an exception becomes a bare 500 and a line in the log. */
export interface Service {
  /** Path prefix without a trailing slash, e.g. `/rest/v1`. */
  prefix: string
  handle(request: HttpRequest): Promise<HttpReply>
  /** Whether the service itself answers OPTIONS, and sets all CORS headers, at a path; false for all paths if absent. */
  ownsCors?(path: string): boolean
  /** Further headers of answers to OPTIONS, which the server gives itself. */
  optionsHeaders?(path: string): Readonly<Record<string, string>>
  /** The status for a request whose network address has used up its limit; 429 for all requests if absent. */
  limitedStatus?(request: Pick<HttpRequest, 'path' | 'query'>): 429 | 503
  /** Handles a WebSocket handshake; absent when the service has none. */
  upgrade?(request: HttpRequest, socket: Duplex, head: Buffer): void
  /** Stops timers and connections; all requests have ended before it is called. */
  close?(): Promise<void>
}
