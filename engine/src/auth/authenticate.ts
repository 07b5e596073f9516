import { type Caller, CallerError, type CallerResolver } from '../http/caller.ts'
import type { HttpRequest } from '../http/types.ts'
import { authErrors } from './errors.ts'
import { isSessionExpired } from './session-lifetime.ts'
import type { Session } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, type User } from './user.ts'

export interface AuthenticateDeps {
  callers: CallerResolver
  store: AuthStore
  clock: () => Date
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The account and session that a request's token speaks for, both read anew: a token outlives neither.
 * @throws {AuthError} `no_authorization` (401) without a token; `bad_jwt`, `session_not_found`, `user_not_found` or
 *   `user_banned` (403) for one that does not stand.
 */
export async function authenticate(
  headers: HttpRequest['headers'],
  deps: AuthenticateDeps,
): Promise<{ user: User; session: Session }> {
  if (!/^bearer\s+\S/i.test(headers.authorization ?? '')) throw authErrors.noAuthorization()
  const caller = await resolveCaller(headers, deps.callers)
  const sessionId = caller.claims.session_id
  // A plain key is a caller without a user.
  if (!caller.userId) throw authErrors.badJwt('invalid claim: missing sub claim')
  if (typeof sessionId !== 'string' || !UUID.test(sessionId) || !UUID.test(caller.userId))
    throw authErrors.sessionNotFound()

  const [session, user] = await Promise.all([deps.store.findSession(sessionId), deps.store.findUserById(caller.userId)])
  if (!user || user.deletedAt) throw authErrors.userFromTokenNotFound()
  const now = deps.clock()
  if (!session || session.userId !== user.id || isSessionExpired(session, now)) throw authErrors.sessionNotFound()
  if (isBanned(user, now)) throw authErrors.userBanned(403)
  return { user, session }
}

/**
 * Lets the secret key pass, and nobody's session, whatever its claims say about administration.
 * @throws {AuthError} `no_authorization` (401) without any key or token, `bad_jwt` or `not_admin` (403).
 */
export async function requireServiceRole(headers: HttpRequest['headers'], callers: CallerResolver): Promise<void> {
  const caller = await resolveCaller(headers, callers)
  if (caller.role === 'service_role') return
  throw headers.authorization === undefined ? authErrors.noAuthorization() : authErrors.notAdmin()
}

async function resolveCaller(headers: HttpRequest['headers'], callers: CallerResolver): Promise<Caller> {
  const apikey = headers.apikey
  try {
    return await callers.resolve({
      apikey: Array.isArray(apikey) ? apikey[0] : apikey,
      authorization: headers.authorization,
    })
  } catch (error) {
    if (!(error instanceof CallerError)) throw error
    if (error.reason === 'session_revoked') throw authErrors.sessionNotFound()
    if (error.reason === 'unknown_key') throw authErrors.noAuthorization()
    throw authErrors.badJwt(error.message)
  }
}
