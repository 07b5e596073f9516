import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ResolvedConfig } from '../config.ts'
import type { Logger } from '../kernel/logger.ts'
import { redactPath } from '../kernel/redact.ts'
import { createAddressResolver } from './client-address.ts'
import { answerClientErrors, endSocket } from './client-errors.ts'
import { compressReply } from './compress-reply.ts'
import { limitConnections } from './connection-limit.ts'
import { createCors } from './cors.ts'
import { inTurn } from './in-turn.ts'
import type { Metrics } from './metrics.ts'
import { refuseRequest } from './refuse-request.ts'
import { requestLimits } from './request-limits.ts'
import { apiHeaders, commonHeaders } from './security-headers.ts'
import { sendReply } from './send-reply.ts'
import type { HttpReply, HttpRequest, Service } from './types.ts'
import { limitUnreadAnswers } from './unread-answers.ts'

const HEADER_BYTES = 16 * 1024
/** The status, in metrics and log, of an answer whose client disconnected before it was sent. */
const GONE = 499
/** For handshakes, which run no statement: a signal for each socket would stay as long as the socket. */
const NEVER_GONE = new AbortController().signal

export interface ServerParts {
  config: ResolvedConfig
  /** True when the site's address was set, not derived. */
  siteUrlSet: boolean
  services: readonly Service[]
  /** Pages, assets, `/config.json`, `/healthz`, `/readyz`; undefined when the path is none of them. */
  site(request: HttpRequest): Promise<HttpReply> | HttpReply
  metrics: Metrics
  log: Logger
}

/** The one HTTP server: limits, addresses, rate limits and headers first, then a service or the site. */
export function createHttpServer({ config, siteUrlSet, services, site, metrics, log }: ServerParts): Server {
  const addressOf = createAddressResolver(config.trustedProxies)
  const cors = createCors(siteUrlSet ? new URL(config.siteUrl).origin : undefined)
  const common = commonHeaders(siteUrlSet && config.siteUrl.startsWith('https:'))
  // A proxy compresses the replies itself, and better than gzip can.
  const packs = config.trustedProxies.length === 0
  const withinLimits = requestLimits(config)
  const isLocal = config.project?.isLocal
  const serviceFor = (path: string) => services.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))

  const answer = async (request: HttpRequest): Promise<{ reply: HttpReply; defaults: Record<string, string> }> => {
    const service = serviceFor(request.path)
    if (!service) return { reply: await site(request), defaults: common }
    const { headers } = request
    const ownsCors = service.ownsCors?.(request.path) ?? false
    if (request.method === 'OPTIONS' && !ownsCors) {
      const offered = service.optionsHeaders?.(request.path) ?? {}
      // A question about the path itself, not a browser's about another origin.
      const asked = offered.allow !== undefined && headers['access-control-request-method'] === undefined
      return {
        reply: { status: asked ? 200 : 204, headers: offered },
        defaults: { ...common, ...cors.preflight(headers) },
      }
    }
    const defaults = { ...common, ...apiHeaders, ...(ownsCors ? {} : cors.headers(headers)) }
    if (!withinLimits(request.clientIp, request.headers)) {
      return { reply: tooManyRequests(service.limitedStatus?.(request) ?? 429), defaults }
    }
    return { reply: await service.handle(request), defaults }
  }

  const onRequest = async (raw: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController()
    const request = describe(raw, addressOf, gone.signal)
    let brokenOff: number | undefined
    request.breakOff = (status) => {
      brokenOff = status
      raw.socket.destroy()
    }
    onEnd(raw, response, (ended, ms) => {
      if (ended === GONE) gone.abort()
      const status = ended === GONE ? (brokenOff ?? GONE) : ended
      const fields = { id: request.id, method: request.method, path: redactPath(request.path), ip: request.clientIp }
      metrics.observe(request, status, ms / 1_000)
      log.info({ ...fields, status, ms: Math.round(ms) }, 'request')
    })
    response.setHeader('x-request-id', request.id)
    const refusal = refuseRequest(raw, HEADER_BYTES, isLocal)
    try {
      const { reply, defaults } = refusal ? { reply: refusal, defaults: common } : await answer(request)
      await sendReply(raw, response, packs ? await compressReply(raw, reply) : reply, defaults)
    } catch (error) {
      if (gone.signal.aborted) return
      log.error({ id: request.id, error }, 'the request failed')
      if (response.headersSent) return void response.destroy()
      await sendReply(raw, response, { status: 500, ...json({ message: 'Internal Server Error' }) }, common)
    }
  }

  const turns = inTurn((raw, response) => void onRequest(raw, response))
  const onUpgrade = (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // Its answer would overtake, or become part of, the one that is on its way.
    if (turns.isAnswering(socket)) return void socket.destroy()
    if (raw.headers.upgrade?.toLowerCase() !== 'websocket') return ignoreUpgrade(raw, socket, turns.listen)
    const request = describe(raw, addressOf, NEVER_GONE)
    const service = serviceFor(request.path)
    if (refuseRequest(raw, HEADER_BYTES, isLocal) || !service?.upgrade) return refuseUpgrade(socket, '404 Not Found')
    if (!cors.allows(raw.headers.origin, raw.headers.host)) return refuseUpgrade(socket, '403 Forbidden')
    if (!withinLimits(request.clientIp, request.headers)) return refuseUpgrade(socket, '429 Too Many Requests')
    service.upgrade(request, socket, head)
  }

  const server = openServer(config, turns.listen)
  server.on('upgrade', onUpgrade)
  return server
}

function openServer(config: ResolvedConfig, onRequest: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: 2 * HEADER_BYTES,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: true,
      joinDuplicateHeaders: false,
    },
    onRequest,
  )
  server.headersTimeout = 10_000
  // The longest allowed request is an upload; JSON bodies have a tighter limit of their own.
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 61_000
  server.maxRequestsPerSocket = 0
  answerClientErrors(server)
  limitConnections(server, config)
  limitUnreadAnswers(server, { stalledMs: config.stalledSeconds * 1_000, mostBytes: config.maxUnreadMb * 1024 * 1024 })
  return server
}

/** Calls `end` once, with the status and the milliseconds that the answer took. */
function onEnd(raw: IncomingMessage, response: ServerResponse, end: (status: number, ms: number) => void): void {
  const start = performance.now()
  // Node also emits `finish` for an answer whose connection was destroyed before everything was sent.
  let finished = false
  response.once('finish', () => {
    finished = !raw.socket.destroyed
  })
  response.once('close', () => end(finished ? response.statusCode : GONE, performance.now() - start))
}

function describe(
  raw: IncomingMessage,
  addressOf: ReturnType<typeof createAddressResolver>,
  signal: AbortSignal,
): HttpRequest {
  const url = raw.url ?? '/'
  const mark = url.indexOf('?')
  const forwarded = raw.headers['x-forwarded-for']
  return {
    method: raw.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: raw.headers,
    clientIp: addressOf(raw.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join(',') : forwarded),
    id: randomUUID(),
    raw,
    signal,
    breakOff: () => raw.socket.destroy(),
  }
}

function tooManyRequests(status: number): HttpReply {
  const reply = json({ code: 'over_request_rate_limit', message: 'Too many requests: wait a moment' })
  return { status, body: reply.body, headers: { ...reply.headers, 'retry-after': 10 } }
}

/**
 * A server ignores an upgrade that it does not offer, such as one to HTTP/2 (RFC 9110, 7.8). Node.js has given up the
 * connection by now: the request is answered as any other one, and the connection ends. A body cannot be read any more.
 */
function ignoreUpgrade(raw: IncomingMessage, socket: Duplex, answer: RequestListener): void {
  if (raw.method !== 'GET' && raw.method !== 'HEAD') return void refuseUpgrade(socket, '400 Bad Request')
  const response = new ServerResponse(raw)
  response.shouldKeepAlive = false
  response.assignSocket(raw.socket)
  response.once('finish', () => {
    response.detachSocket(raw.socket)
    socket.end()
  })
  answer(raw, response)
}

function refuseUpgrade(socket: Duplex, status: string): void {
  endSocket(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function json(value: object) {
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) }
}
