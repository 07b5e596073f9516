import FindMyWay from 'find-my-way'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type RouteMethod = (typeof METHODS)[number]

/** Method and path of a route. */
export interface RoutePlace {
  method: RouteMethod
  /** Path after the service's prefix, in find-my-way's syntax. */
  path: string
}

/** Parts of a path by name; `*` is the rest of it. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** Finds routes; the more specific path wins, whatever the order of the routes. */
export interface Router<T> {
  /** @param path percent-encoded, without a query. */
  find(method: string, path: string): { route: T; params: PathParams } | undefined
  /** The methods of the path. */
  methodsOf(path: string): string[]
}

export interface RouterOptions {
  /** Characters that a named part may have at most; a longer one is not found. */
  maxParamLength: number
  /**
   * Compares and returns the parts of a path percent-encoded, as they were sent, for a service that decodes them itself
   * and refuses a malformed encoding. Otherwise they are decoded, once.
   */
  encoded?: boolean
}

// Characters that the library would decode or treat as the end of the path, and their replacements. No request line
// holds the replacements, because Node refuses them.
const MASKS = [
  ['%', '\u0001'],
  ['#', '\u0002'],
  ['?', '\u0003'],
] as const

/** As long as a request line may be: for services with limits and errors of their own for long names. */
export const MAX_PARAM_LENGTH = 16 * 1024

/** A router of these routes. */
export function createRouter<T extends RoutePlace>(routes: readonly T[], options: RouterOptions): Router<T> {
  const { maxParamLength, encoded = false } = options
  const router = FindMyWay<FindMyWay.HTTPVersion.V1>({ maxParamLength })
  for (const route of routes) router.on(route.method, route.path, () => {}, route)
  // The library would read a path without a leading slash as an address with a host.
  const lookUp = (method: string, path: string) =>
    path.startsWith('/') ? router.find(method as RouteMethod, encoded ? mask(path) : path) : null
  return {
    find(method, path) {
      const found = lookUp(method, path)
      if (!found) return undefined
      return { route: found.store as T, params: encoded ? unmasked(found.params) : found.params }
    },
    methodsOf: (path) => METHODS.filter((method) => lookUp(method, path) !== null),
  }
}

function mask(text: string): string {
  return MASKS.reduce((masked, [character, inPlace]) => masked.replaceAll(character, inPlace), text)
}

function unmasked(params: PathParams): PathParams {
  const plain = (text: string) => MASKS.reduce((at, [character, inPlace]) => at.replaceAll(inPlace, character), text)
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plain(value ?? '')]))
}
