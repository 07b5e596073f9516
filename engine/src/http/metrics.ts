import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { HttpReply, HttpRequest, Service } from './types.ts'

/** The engine's own metrics, for Prometheus. Every call is without effect while metrics are off. */
export interface Metrics {
  /** One finished request. @param seconds from its first byte to the end of its answer. */
  observe(request: Pick<HttpRequest, 'method' | 'path'>, status: number, seconds: number): void
  /** One message on a live connection. */
  countMessage(direction: 'in' | 'out'): void
  /** Numbers that are computed when they are read, by the value of the label. */
  gauge(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  /** Answers `GET /metrics`: 404 while metrics are off. */
  service: Service
}

const PATH = '/metrics'
const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const NOT_FOUND: HttpReply = { status: 404, headers: TEXT, body: 'Not Found\n' }
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** First segments that each stand for a route; others are not counted by name, as clients could invent any number. */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  rest: ['rpc'],
  auth: [
    'signup',
    'token',
    'otp',
    'magiclink',
    'invite',
    'authorize',
    'sso',
    'logout',
    'user',
    'factors',
    'reauthenticate',
    'recover',
    'verify',
    'resend',
    'settings',
    'health',
    'admin',
    '.well-known',
  ],
  storage: ['object', 'render', 'bucket', 'upload', 'cdn'],
  realtime: ['websocket', 'api'],
  functions: ['fetch-picture'],
}

/**
 * Metrics in a separate registry.
 * @param token the bearer token that readers must send; undefined switches everything off.
 */
export function createMetrics(token: string | undefined): Metrics {
  if (token === undefined)
    return {
      observe: () => {},
      countMessage: () => {},
      gauge: () => {},
      service: { prefix: PATH, handle: async () => NOT_FOUND },
    }
  const registry = new Registry()
  const registers = [registry]
  // Event loop, memory, garbage collection, handles.
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'bankside_http_requests_total',
    help: 'Requests by service, route, method and status.',
    labelNames: ['service', 'route', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'bankside_http_request_duration_seconds',
    help: 'From the first byte of a request to the end of its answer.',
    labelNames: ['service'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const limited = new Counter({
    name: 'bankside_http_rate_limited_total',
    help: 'Requests that were answered with 429.',
    labelNames: ['service'],
    registers,
  })
  // Counted without the library: with labels it takes longer than the rest of sending a message to one of thousands.
  const messages = { in: 0, out: 0 }
  new Counter({
    name: 'bankside_realtime_messages_total',
    help: 'Messages over live connections.',
    labelNames: ['direction'],
    registers,
    collect() {
      this.reset()
      for (const [direction, count] of Object.entries(messages)) this.inc({ direction }, count)
    },
  })

  return {
    observe({ method, path }, status, duration) {
      const { service, route } = routeOf(path)
      const verb = METHODS.includes(method) ? method : 'other'
      requests.inc({ service, route, method: verb, status: String(status) })
      seconds.observe({ service }, duration)
      if (status === 429) limited.inc({ service })
    },
    countMessage(direction) {
      messages[direction] += 1
    },
    gauge(name, help, label, read) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          for (const [value, number] of Object.entries(read())) this.set({ [label]: value }, number)
        },
      })
    },
    service: {
      prefix: PATH,
      async handle({ method, path, headers }) {
        if (path !== PATH) return NOT_FOUND
        if (!isToken(headers.authorization, token))
          return { status: 401, headers: { ...TEXT, 'www-authenticate': 'Bearer' }, body: 'Unauthorized\n' }
        if (method !== 'GET') return { status: 405, headers: { ...TEXT, allow: 'GET' }, body: 'Method Not Allowed\n' }
        return { status: 200, headers: { 'content-type': registry.contentType }, body: await registry.metrics() }
      },
    },
  }
}

/** The labels of a path: never text that a client can choose. */
export function routeOf(path: string): { service: string; route: string } {
  const [, service = '', version, first = ''] = path.split('/')
  const routes = version === 'v1' && Object.hasOwn(ROUTES, service) ? ROUTES[service] : undefined
  if (!routes)
    return { service: 'site', route: path.startsWith('/assets/') ? 'assets' : path === PATH ? 'metrics' : 'pages' }
  if (routes.includes(first)) return { service, route: first }
  return { service, route: service === 'rest' && first !== '' ? 'rows' : 'other' }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}
