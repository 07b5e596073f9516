import { createRouter, MAX_PARAM_LENGTH, type RouteMethod } from '../http/router.ts'
import type { HttpReply, HttpRequest } from '../http/types.ts'
import type { StorageDeps } from './deps.ts'
import { type StorageError, storageErrors } from './errors.ts'

/** The parts of a request path, not yet decoded: {@link decodeKey} does that, once. */
export interface RouteCall {
  deps: StorageDeps
  request: HttpRequest
  /** Percent-encoded bucket ID of the path; empty when the route has none. */
  bucket: string
  /** Percent-encoded rest of the path. */
  rest: string
  query: URLSearchParams
}

export interface Route {
  methods: readonly RouteMethod[]
  /** Fixed segments before the bucket, e.g. `object/sign`. */
  path: string
  /** What follows the fixed segments: nothing, the bucket, or the bucket and a key. */
  tail: 'none' | 'bucket' | 'key'
  handle(call: RouteCall): Promise<HttpReply>
  /** Renders a refusal in another way than the rest of the service. */
  render?(error: StorageError): HttpReply
}

/** A trailing slash changes nothing unless a key follows. */
const TAILS: Record<Route['tail'], readonly string[]> = {
  none: ['', '/'],
  bucket: ['/:bucket([^/]+)', '/:bucket([^/]+)/'],
  key: ['/:bucket([^/]+)/*'],
}

/**
 * Finds the route of a request.
 * @returns a function of the method and the percent-encoded path after the service's prefix.
 * @throws {StorageError} 404; thrown by the returned function.
 */
export function createStorageRouter(routes: readonly Route[]) {
  const places = routes.flatMap((route) =>
    route.methods.flatMap((method) =>
      TAILS[route.tail].map((tail) => ({ method, path: `/${route.path}${tail}`, route })),
    ),
  )
  const router = createRouter(places, { maxParamLength: MAX_PARAM_LENGTH, encoded: true })
  return (method: string, path: string): { route: Route; bucket: string; rest: string } => {
    const found = router.find(method, path.replace(/^\/*/, '/').replace(/\/+$/, '/'))
    if (!found) throw storageErrors.noSuchRoute(method, path)
    const { bucket = '', '*': rest = '' } = found.params
    return { route: found.route.route, bucket, rest }
  }
}
