import type { IncomingHttpHeaders } from 'node:http'

const ALLOWED_HEADERS =
  'authorization, apikey, content-type, x-client-info, prefer, accept-profile, content-profile, x-upsert, ' +
  'x-supabase-api-version, x-metadata, cache-control, range, x-retry-count, traceparent, tracestate, baggage, ' +
  'tus-resumable, upload-length, upload-offset, upload-metadata, x-signature'
const EXPOSED_HEADERS =
  'Content-Range, Content-Location, Preference-Applied, Location, X-Supabase-Api-Version, X-Total-Count, Link, ' +
  'X-Request-Id, Retry-After'
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Cross-origin headers. Credentials are never allowed (sessions travel in a bearer header, not in cookies), and only
 * our own pages may read replies: those of the site's origin, of the address that the request used, and, while no site
 * address is set, pages on this machine (a development server).
 */
export function createCors(siteOrigin: string | undefined) {
  return {
    /** True when pages of this origin may read replies; also checked for WebSockets. No origin means no browser. */
    allows(origin: string | undefined, host: string | undefined): boolean {
      if (origin === undefined) return true
      if (siteOrigin !== undefined) return origin === siteOrigin || sameHost(origin, host)
      return sameHost(origin, host) || LOOPBACK.test(origin)
    },
    headers(request: IncomingHttpHeaders): Record<string, string> {
      const { origin, host } = request
      if (origin === undefined || !this.allows(origin, host)) return { vary: 'Origin' }
      return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS, vary: 'Origin' }
    },
    preflight(request: IncomingHttpHeaders): Record<string, string> {
      return {
        ...this.headers(request),
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': '3600',
      }
    },
  }
}

function sameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
