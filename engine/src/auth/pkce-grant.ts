import { authErrors } from './errors.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import { AUTH_CODE_MS, flowIdOf, isVerifierOf } from './pkce.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import type { FlowMethod } from './store/flow-state-store.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, type User } from './user.ts'

/**
 * Answers an opened link with a code, instead of a session, for the client that started the flow.
 * @param token as the link contained it.
 * @throws {AuthError} `flow_state_not_found` when the flow is over.
 */
export async function issueAuthCode(
  store: AuthStore,
  user: User,
  method: FlowMethod,
  token: string,
  now: Date,
): Promise<string> {
  const code = newRefreshToken()
  const flow = { id: flowIdOf(token), userId: user.id, codeHash: hashToken(code), method }
  if (!(await store.issueAuthCode(flow, now))) throw authErrors.flowStateNotFound()
  return code
}

/**
 * Exchanges such a code for a session, once.
 * @throws {AuthError} `flow_state_not_found` for a code that is unknown or used, `flow_state_expired` after five
 *   minutes, `bad_code_verifier` for a client other than the one that started the flow, `user_banned`.
 */
export async function pkceGrant(
  input: { authCode: string; codeVerifier: string; client: ClientInfo },
  deps: { store: AuthStore; clock: () => Date },
): Promise<IssuedSession> {
  return deps.store.transaction(async (store) => {
    const now = deps.clock()
    const flow = await store.lockFlowState(hashToken(input.authCode))
    if (!flow) throw authErrors.flowStateNotFound()
    if (flow.issuedAt.getTime() + AUTH_CODE_MS <= now.getTime()) throw authErrors.flowStateExpired()
    // The code stays valid for its owner: a person who has the code and not the verifier must not be able to invalidate
    // it.
    if (!isVerifierOf(flow.challenge, input.codeVerifier)) throw authErrors.badCodeVerifier()
    const user = await store.findUserById(flow.userId)
    if (!user || user.deletedAt) throw authErrors.flowStateNotFound()
    if (isBanned(user, now)) throw authErrors.userBanned()
    await store.deleteFlowState(flow.id)
    return issueSession(store, user, flow.method, input.client, now)
  })
}
