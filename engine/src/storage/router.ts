import type { HttpReply, HttpRequest } from '../http/types.ts'
import type { StorageDeps } from './deps.ts'
import { storageErrors } from './errors.ts'

/** One call, taken apart but not yet decoded: {@link decodeKey} does that, once. */
export interface RouteCall {
  deps: StorageDeps
  request: HttpRequest
  /** Percent-encoded bucket id of the path; empty when the route has none. */
  bucket: string
  /** Percent-encoded rest of the path. */
  rest: string
  query: URLSearchParams
}

export interface Route {
  /** Methods separated by a space. */
  methods: string
  /** Fixed words before the bucket, e.g. `object/sign`. */
  path: string
  /** What follows the fixed words: nothing, the bucket, or the bucket and a key. */
  tail: 'none' | 'bucket' | 'key'
  handle(call: RouteCall): Promise<HttpReply>
}

/** A route with its words taken apart, which is not done again for every request. */
interface PreparedRoute {
  route: Route
  methods: readonly string[]
  words: readonly string[]
}

/** @param routes in the order in which they are tried: longer fixed words come first. */
export function prepareRoutes(routes: readonly Route[]): readonly PreparedRoute[] {
  return routes.map((route) => ({ route, methods: route.methods.split(' '), words: route.path.split('/') }))
}

/**
 * Finds the route of a request; the first that fits wins.
 * @throws {StorageError} 404
 */
export function matchRoute(
  routes: readonly PreparedRoute[],
  method: string,
  path: string,
): { route: Route; bucket: string; rest: string } {
  const segments = path.replace(/^\/+/, '').split('/')
  for (const { route, methods, words } of routes) {
    if (!methods.includes(method) || words.some((word, i) => segments[i] !== word)) continue
    const [bucket = '', ...rest] = segments.slice(words.length)
    const found = { route, bucket, rest: rest.join('/') }
    if (route.tail === 'none' && bucket === '' && rest.length === 0) return found
    if (route.tail === 'bucket' && bucket !== '' && rest.join('') === '') return found
    if (route.tail === 'key' && bucket !== '' && rest.length > 0) return found
  }
  throw storageErrors.noSuchRoute(method, path)
}
