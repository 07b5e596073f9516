import type { Caller } from '../http/caller.ts'

/** Everybody who sees the same rows: one database role and one set of claims. */
export interface Audience {
  key: string
  role: string
  /** As `request.jwt.claims` has them. */
  claims: string
}

/** Claims that differ from session to session of one account; policies decide by who somebody is. */
const PER_SESSION = ['exp', 'iat', 'nbf', 'jti', 'session_id', 'amr']

export function audienceOf(caller: Caller): Audience {
  const lasting = Object.fromEntries(Object.entries(caller.claims).filter(([name]) => !PER_SESSION.includes(name)))
  const claims = JSON.stringify(lasting)
  return { key: `${caller.role} ${claims}`, role: caller.role, claims }
}
