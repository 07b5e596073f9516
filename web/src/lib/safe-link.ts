import { parseUrl } from './parse-url.ts'

/**
 * The address when it is safe in `href`: `http:`, `https:` or a path inside the app.
 * Admins write these, but a stolen admin account must not be able to run a script in every visitor's page.
 * @returns the trimmed address; undefined for anything else (`javascript:`, `data:`, `//host`, blank).
 */
export function safeLink(address: string | null | undefined): string | undefined {
  const trimmed = address?.trim()
  if (!trimmed) return undefined
  // "/\host" and "//host" leave the app although they look like paths.
  if (/^\/(?![/\\])/.test(trimmed)) return trimmed
  if (!/^https?:\/\//i.test(trimmed)) return undefined
  return parseUrl(trimmed) ? trimmed : undefined
}
