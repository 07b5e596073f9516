/**
 * Addresses that are opened like pages but are not: the services in any version, health checks, and files, which have a
 * dot in their name. The worker never answers for them.
 */
export const NOT_PAGES: readonly RegExp[] = [
  /^\/(auth|rest|storage|realtime|functions)(\/|$)/,
  /^\/[a-z]+\/v\d+(\/|$)/,
  /^\/(healthz|readyz)$/,
  /^[^?]*\.[^/?]*(\?|$)/,
]

/** The settings of this deployment; without them a page cannot start. */
export const SETTINGS_PATH = '/config.json'

const PHOTO = /\/storage\/v1\/(object|render\/image)\/public\//

/** A public photo of the storage service, wherever that service is. */
export function isPhoto(url: URL, { destination, method }: Pick<Request, 'destination' | 'method'>): boolean {
  return method === 'GET' && destination === 'image' && PHOTO.test(url.pathname)
}
