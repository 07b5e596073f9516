import { LIMITS } from '../../../contract/src/limits.ts'
import { parseUrl } from './parse-url.ts'

// The same rule as the database's for links that admins write.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it rejects
const UNWANTED = /[\s\\"<>\u0000-\u0020\u007f-\u00a0\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/
const ADDRESS = /^https?:\/\/[^/?#@]+([/?#]|$)/i
const PATH = /^\/($|[^/])/

/** An `http:` or `https:` address without credentials, or a path inside the app; never `javascript:` or `//host`. */
export function isWebLink(link: string): boolean {
  if (UNWANTED.test(link) || [...link].length > LIMITS.imageUrl) return false
  return PATH.test(link) || (ADDRESS.test(link) && parseUrl(link) !== undefined)
}
