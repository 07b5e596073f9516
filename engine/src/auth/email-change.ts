import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import { mailedLink } from './mailed-link.ts'
import type { Mailer } from './mailer.ts'
import { mergeMetadata } from './metadata.ts'
import { MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import { CONFIRMATION_MS } from './session-lifetime.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, type User } from './user.ts'

export interface EmailChangeDeps {
  store: AuthStore
  mailer: Mailer
  limits: Pick<RateLimits, 'changeAddress' | 'mails'>
  /** Whether mails can be sent at all: without them nobody could confirm. */
  emailChange: boolean
  siteUrl: string
  clock: () => Date
}

/** A change that may begin: nothing is written before `begin`. */
export interface PreparedEmailChange {
  begin(redirectTo: string | undefined): Promise<{ user: User; send: () => Promise<void> }>
}

/**
 * Checks whether an account may have another address. The change happens when the holders of both addresses have
 * opened their links: a stolen session cannot move the account away.
 * @returns undefined when it is the account's address already.
 * @throws {AuthError} `feature_disabled` without a mail server, `validation_failed`, `email_exists`,
 *   `over_email_send_rate_limit` after another change in the last minute.
 */
export async function prepareEmailChange(
  user: User,
  wanted: string,
  deps: EmailChangeDeps,
): Promise<PreparedEmailChange | undefined> {
  const newEmail = normaliseEmail(wanted)
  if (newEmail === user.email) return undefined
  if (!deps.emailChange) throw authErrors.emailChangeDisabled()
  if (await deps.store.findUserByEmail(newEmail)) throw authErrors.emailExists()
  if (!deps.limits.changeAddress.take(user.id)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return { begin: (redirectTo) => begin(user, newEmail, redirectTo, deps) }
}

async function begin(user: User, newEmail: string, redirectTo: string | undefined, deps: EmailChangeDeps) {
  const now = deps.clock()
  const [toOld, toNew] = [newRefreshToken(), newRefreshToken()]
  const changed = await deps.store.transaction(async (store) => {
    const put = (type: 'email_change_token_current' | 'email_change_token_new', relatesTo: string, token: string) =>
      store.putOneTimeToken({ userId: user.id, type, relatesTo, hash: hashToken(token) }, now)
    await put('email_change_token_current', user.email, toOld)
    await put('email_change_token_new', newEmail, toNew)
    await store.updateUser(user.id, { newEmail, emailChangeAgreed: false }, now)
    return store.findUserById(user.id)
  })
  if (!changed) throw authErrors.userFromTokenNotFound()
  const send = async () => {
    for (const [email, token] of [
      [user.email, toOld],
      [newEmail, toNew],
    ] as const) {
      if (!deps.limits.mails.take('all')) throw new Error('too many mails this hour: an address cannot be confirmed')
      await deps.mailer.send(
        'email_change',
        { id: user.id, email },
        mailedLink(deps.siteUrl, 'email_change', token, redirectTo),
      )
    }
  }
  return { user: changed, send }
}

/**
 * Takes the agreement of one of the two addresses; the second one changes the address and opens a session.
 * @returns undefined while the other address has not agreed.
 * @throws {AuthError} `otp_expired`, `user_banned`, or `email_exists` when somebody else has the address meanwhile.
 */
export async function verifyEmailChange(
  input: { token: string; client: ClientInfo },
  deps: { store: AuthStore; clock: () => Date },
): Promise<IssuedSession | undefined> {
  return refusedByDatabase(authErrors.updatingUser, () =>
    deps.store.transaction(async (store) => {
      const now = deps.clock()
      const issuedAfter = new Date(now.getTime() - CONFIRMATION_MS)
      const types = ['email_change_token_current', 'email_change_token_new'] as const
      const token = await store.takeOneTimeToken(hashToken(input.token), types, issuedAfter)
      const user = token && (await store.lockUser(token.userId))
      if (!user?.newEmail || user.deletedAt) throw authErrors.otpExpired()
      if (isBanned(user, now)) throw authErrors.userBanned(403)
      if (!user.emailChangeAgreed) {
        await store.updateUser(user.id, { emailChangeAgreed: true }, now)
        return undefined
      }
      if (await store.findUserByEmail(user.newEmail)) throw authErrors.emailExists()
      const userMetadata = mergeMetadata(user.userMetadata, { email: user.newEmail, email_verified: true })
      await store.updateUser(user.id, { email: user.newEmail, emailConfirmedAt: now, userMetadata }, now)
      await store.deleteOneTimeTokens(user.id)
      const changed = await store.findUserById(user.id)
      if (!changed) throw authErrors.otpExpired()
      return issueSession(store, changed, 'otp', input.client, now)
    }),
  )
}
