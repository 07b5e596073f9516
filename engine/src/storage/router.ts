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

/**
 * Finds the route of a request; the first that fits wins, so longer fixed words come first in the list.
 * @throws {StorageError} 404
 */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; bucket: string; rest: string } {
  const segments = path.replace(/^\/+/, '').split('/')
  for (const route of routes) {
    const fixed = route.path.split('/')
    if (!route.methods.split(' ').includes(method) || fixed.some((word, i) => segments[i] !== word)) continue
    const [bucket = '', ...rest] = segments.slice(fixed.length)
    const found = { route, bucket, rest: rest.join('/') }
    if (route.tail === 'none' && bucket === '' && rest.length === 0) return found
    if (route.tail === 'bucket' && bucket !== '' && rest.join('') === '') return found
    if (route.tail === 'key' && bucket !== '' && rest.length > 0) return found
  }
  throw storageErrors.noSuchRoute(method, path)
}
