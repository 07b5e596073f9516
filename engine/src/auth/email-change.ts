import { giveAddress } from './anonymous.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { type MailedToken, putMailedToken } from './mailed-token.ts'
import { MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import type { LinkOptions } from './recover.ts'
import { type MailDeps, sendMail } from './send-mail.ts'
import { CONFIRMATION_MS } from './session-lifetime.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, type User } from './user.ts'
import type { Grant } from './verify-mailed.ts'

export interface EmailChangeDeps extends MailDeps {
  store: AuthStore
  limits: Pick<RateLimits, 'changeAddress' | 'mails'>
  /** Whether mails can be sent at all: without them nobody could confirm. */
  emailChange: boolean
  autoconfirm: boolean
  clock: () => Date
}

/** A change that may begin: nothing is written before `begin`. */
export interface PreparedEmailChange {
  begin(link: LinkOptions): Promise<{ user: User; send: () => Promise<void> }>
}

/**
 * Checks whether an account may have another address. The change happens when the holders of both addresses have
 * opened their links: a stolen session cannot move the account away. An anonymous account has but the new one to
 * confirm; it is as a sign-up then, and is not told that the address has an account where sign-ups are not told.
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
  const taken = (await deps.store.findUserByEmail(newEmail)) !== undefined
  if (taken && (deps.autoconfirm || !user.isAnonymous)) throw authErrors.emailExists()
  if (!deps.limits.changeAddress.take(user.id)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  const mails: [OneTimeTokenType, string][] = []
  if (!user.isAnonymous) mails.push(['email_change_token_current', user.email])
  mails.push(['email_change_token_new', newEmail])
  return {
    begin: async (link) => {
      const begun = await begin(user, newEmail, mails, link, deps)
      return taken ? { ...begun, send: async () => {} } : begun
    },
  }
}

async function begin(
  user: User,
  newEmail: string,
  mails: [OneTimeTokenType, string][],
  { redirectTo, challenge }: LinkOptions,
  deps: EmailChangeDeps,
) {
  const now = deps.clock()
  const { changed, letters } = await deps.store.transaction(async (store) => {
    const letters: { email: string; mailed: MailedToken }[] = []
    for (const [type, email] of mails) {
      const mail = { userId: user.id, type, relatesTo: email, challenge }
      letters.push({ email, mailed: await putMailedToken(store, mail, deps.codeKey, now) })
    }
    // Nobody has to agree for an account that has no address yet.
    await store.updateUser(user.id, { newEmail, emailChangeAgreed: user.isAnonymous }, now)
    return { changed: await store.findUserById(user.id), letters }
  })
  if (!changed) throw authErrors.userFromTokenNotFound()
  const send = async () => {
    for (const { email, mailed } of letters)
      await sendMail({ kind: 'email_change', to: { id: user.id, email }, mailed, redirectTo }, deps)
  }
  return { user: changed, send }
}

/**
 * Takes the agreement of one of the two addresses; the second one changes the address.
 * @param grant what follows in the same transaction, e.g. a session.
 * @returns undefined while the other address has not agreed.
 * @throws {AuthError} `otp_expired`, `user_banned`, or `email_exists` when somebody else has the address meanwhile.
 */
export async function verifyEmailChange<T>(
  input: { tokenHash: string; types: readonly OneTimeTokenType[] },
  grant: Grant<T>,
  deps: { store: AuthStore; clock: () => Date },
): Promise<T | undefined> {
  return refusedByDatabase(authErrors.updatingUser, () =>
    deps.store.transaction(async (store) => {
      const now = deps.clock()
      const token = await store.takeOneTimeToken(input.tokenHash, input.types)
      const user = token && (await store.lockUser(token.userId))
      if (!token || !user?.newEmail || user.deletedAt) throw authErrors.otpExpired()
      if (token.issuedAt.getTime() + CONFIRMATION_MS <= now.getTime()) throw authErrors.otpExpired()
      if (isBanned(user, now)) throw authErrors.userBanned(403)
      if (!user.emailChangeAgreed) {
        await store.updateUser(user.id, { emailChangeAgreed: true }, now)
        return undefined
      }
      if (await store.findUserByEmail(user.newEmail)) throw authErrors.emailExists()
      await giveAddress(store, user, user.newEmail, true, now)
      const changed = await store.findUserById(user.id)
      if (!changed) throw authErrors.otpExpired()
      return grant(store, changed, 'otp', now)
    }),
  )
}
