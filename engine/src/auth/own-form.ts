import type { HttpRequest } from '../http/types.ts'
import { isOwnPage } from './device.ts'

/**
 * Whether a plain form was sent by a page of the site, and not by another site that wants to sign a visitor in to an
 * account of the attacker. Browsers say where a form comes from; the few that do not are let through, because the app
 * takes no session from an address.
 */
export function isOwnForm({ headers }: Pick<HttpRequest, 'headers'>, siteUrl: string): boolean {
  const from = headers['sec-fetch-site']
  // `none`: the user's own action, e.g. a page that is reloaded.
  if (from !== undefined) return from === 'same-origin' || from === 'none'
  return headers.origin === undefined || isOwnPage(headers.origin, headers.host, siteUrl)
}
