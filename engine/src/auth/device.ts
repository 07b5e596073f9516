import { randomBytes } from 'node:crypto'
import type { HttpRequest } from '../http/types.ts'

const NAME = 'bankside-device'
const FORM = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{22})(?:;|$)`)
const SECONDS = 400 * 24 * 60 * 60

/**
 * The mark of a browser, by which it is recognised at the next sign-in, so that failures can be told apart by browser.
 * It contains nothing about an account and grants no access. Pages of the site get one; programs that keep no cookies
 * have none.
 */
export interface Device {
  id: string
  /** Sent with the answer that opens a session or a sign-up; it is kept from then on. */
  cookie: string
}

/** @returns undefined for a caller that is not a page of the site and sends no mark. */
export function deviceOf({ headers }: Pick<HttpRequest, 'headers'>, siteUrl: string): Device | undefined {
  const known = FORM.exec(headers.cookie ?? '')?.[1]
  if (known === undefined && !isOwnPage(headers.origin, headers.host, siteUrl)) return undefined
  const id = known ?? randomBytes(16).toString('base64url')
  const secure = siteUrl.startsWith('https:') ? '; Secure' : ''
  return { id, cookie: `${NAME}=${id}; Path=/auth/v1; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}` }
}

/** Whether a request comes from a page of the site. */
export function isOwnPage(origin: string | undefined, host: string | undefined, siteUrl: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(siteUrl).origin
}
