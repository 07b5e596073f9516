import { type Caller, CallerError, type CallerResolver } from '../http/caller.ts'
import type { HttpRequest } from '../http/types.ts'
import { isUuid } from '../kernel/uuid.ts'
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

/**
 * The account and session of a request's token, both read from the database: a token outlives neither.
 * @throws {AuthError} `no_authorization` (401) without a token; `bad_jwt`, `session_not_found`, `user_not_found` or
 *   `user_banned` (403) for an invalid one.
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
  if (!isUuid(sessionId) || !isUuid(caller.userId)) throw authErrors.sessionNotFound()

  const [session, user] = await Promise.all([deps.store.findSession(sessionId), deps.store.findUserById(caller.userId)])
  return requireLiving(user, session, deps.clock())
}

/**
 * Locks the account of a caller until the transaction ends, and checks that the session still exists. A session that
 * was checked before a request's body arrived or a password was hashed may have ended by the time the change is
 * written.
 * @returns the account as it is now.
 * @throws {AuthError} as {@link authenticate}.
 */
export async function lockCaller(
  store: Pick<AuthStore, 'lockUser' | 'findSession'>,
  caller: { user: Pick<User, 'id'>; session: Pick<Session, 'id'> },
  now: Date,
): Promise<User> {
  // One after the other: the session is read when no other transaction can end it any more.
  const user = await store.lockUser(caller.user.id)
  const session = await store.findSession(caller.session.id)
  return requireLiving(user, session, now).user
}

function requireLiving(user: User | undefined, session: Session | undefined, now: Date) {
  if (!user || user.deletedAt) throw authErrors.userFromTokenNotFound()
  if (!session || session.userId !== user.id || isSessionExpired(session, now)) throw authErrors.sessionNotFound()
  if (isBanned(user, now)) throw authErrors.userBanned(403)
  return { user, session }
}

/**
 * Accepts the secret key, and no session, whatever its claims say about administration.
 * @throws {AuthError} `no_authorization` (401) without any key or token, `bad_jwt` or `not_admin` (403).
 */
export async function requireServiceRole(headers: HttpRequest['headers'], callers: CallerResolver): Promise<void> {
  const caller = await resolveCaller(headers, callers)
  if (caller.role === 'service_role') return
  throw headers.authorization === undefined ? authErrors.noAuthorization() : authErrors.notAdmin()
}

async function resolveCaller(headers: HttpRequest['headers'], callers: CallerResolver): Promise<Caller> {
  try {
    return await callers.resolve(headers)
  } catch (error) {
    if (!(error instanceof CallerError)) throw error
    if (error.reason === 'session_revoked') throw authErrors.sessionNotFound()
    if (error.reason === 'unknown_key') throw authErrors.noAuthorization()
    throw authErrors.badJwt(error.message)
  }
}
