import { parseUrl } from './parse-url.ts'

/** Where a member goes after signing in when no other page was remembered. */
export const HOME_OF_MEMBERS = '/profile'

// Only used to resolve paths; nothing is ever fetched from it.
const BASE = 'https://bankside.invalid'
const LONGEST = 2048

/**
 * Turns a remembered address into a path inside the app; undefined for anything else.
 * The result is rebuilt from its parsed parts, so that a browser cannot read it differently.
 * @param value anything from the router's state, which survives reloads in the browser's history and is not trusted.
 */
export function safeOrigin(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST) return undefined
  // Browsers read a backslash as a slash and drop tabs and line breaks, which turns `/\evil` into another site.
  if (!/^\/(?![/\\])/.test(value) || /[\\\p{Cc}]/u.test(value)) return undefined
  const parsed = parseUrl(value, BASE)
  if (parsed?.origin !== BASE || parsed.pathname.startsWith('//')) return undefined
  // These two pages would redirect the member straight back.
  if (/^\/(login|register)(\/|$)/i.test(parsed.pathname)) return undefined
  return parsed.pathname + parsed.search + parsed.hash
}

/** The path remembered in a location's state, otherwise the members' home page. */
export function originFromState(state: unknown): string {
  const origin = typeof state === 'object' && state !== null && 'origin' in state ? state.origin : undefined
  return safeOrigin(origin) ?? HOME_OF_MEMBERS
}
