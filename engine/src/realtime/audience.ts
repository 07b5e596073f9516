import type { Caller } from '../http/caller.ts'

/** Callers who see the same rows: one database role and one set of claims. */
export interface Audience {
  key: string
  role: string
  /** In the form of `request.jwt.claims`. */
  claims: string
}

/** Claims that differ between the sessions of one account; policies depend on the account, not on its session. */
const PER_SESSION = ['exp', 'iat', 'nbf', 'jti', 'session_id', 'amr']

export function audienceOf(caller: Caller): Audience {
  const lasting = Object.fromEntries(Object.entries(caller.claims).filter(([name]) => !PER_SESSION.includes(name)))
  const claims = JSON.stringify(lasting)
  return { key: `${caller.role} ${claims}`, role: caller.role, claims }
}
