import { randomUUID } from 'node:crypto'
import type { AccessTokenSigner } from './access-token.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import { sessionNotAfter } from './session-lifetime.ts'
import type { ClientInfo, Session } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { type User, userJson } from './user.ts'
import type { Grant } from './verify-mailed.ts'

/**
 * A session that has just been opened or refreshed, with its refresh token, of which the database has only the hash.
 */
export interface IssuedSession {
  user: User
  session: Pick<Session, 'id' | 'aal' | 'methods'>
  refreshToken: string
}

/** Opens a session: its row, how it was authenticated, and its first refresh token. */
export async function issueSession(
  store: AuthStore,
  user: User,
  method: 'password' | 'recovery' | 'otp' | 'anonymous',
  client: ClientInfo,
  now: Date,
): Promise<IssuedSession> {
  const session = { id: randomUUID(), userId: user.id, method, notAfter: sessionNotAfter(now) }
  const refreshToken = newRefreshToken()
  await store.insertSession(session, client, now)
  await store.insertRefreshToken(
    { hash: hashToken(refreshToken), parent: undefined, sessionId: session.id, userId: user.id },
    now,
  )
  await store.touchSignIn(user.id, now)
  if (user.email !== '') await store.rememberPlaces(client.placesOf?.(user.email) ?? [])
  return {
    user: { ...user, lastSignInAt: now, updatedAt: now },
    session: { id: session.id, aal: 'aal1', methods: [{ method, at: now }] },
    refreshToken,
  }
}

/** The same as the outcome of a mailed token. */
export function sessionGrant(client: ClientInfo): Grant<IssuedSession> {
  return (store, user, method, now) => issueSession(store, user, method, client, now)
}

/** The session in the form that GoTrue's clients read. */
export async function sessionJson(issued: IssuedSession, sign: AccessTokenSigner, now: Date) {
  const { token, expiresAt } = await sign(issued.user, issued.session, now)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresAt - Math.floor(now.getTime() / 1000),
    expires_at: expiresAt,
    refresh_token: issued.refreshToken,
    user: userJson(issued.user),
  }
}
