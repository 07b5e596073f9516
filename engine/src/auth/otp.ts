import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { AuthError, authErrors } from './errors.ts'
import { putMailedToken } from './mailed-token.ts'
import { MAIL_SECONDS } from './rate-limits.ts'
import { type LinkOptions, type RecoverDeps, sendSignInMail } from './recover.ts'
import { sendMail } from './send-mail.ts'
import type { Metadata } from './user.ts'

export interface OtpInput extends LinkOptions {
  email: string
  /** Whether an address without an account gets one. */
  createUser: boolean
  /** Metadata of a new account. */
  data: Metadata | undefined
}

/**
 * Mails a link and a code that sign in. GoTrue tells, with `shouldCreateUser: false`, that an address has no account;
 * here all addresses answer alike. Where sign-ups open accounts at once, and so tell whether an address has one, a new
 * account is opened before the reply, and a rule of the database that refuses it is told; where they have to be
 * confirmed, and so do not tell, that is in the log only.
 * @returns what is left to do after the reply.
 * @throws {AuthError} `validation_failed`, `over_email_send_rate_limit` for an address that was named in the last
 *   minute, account or not; `unexpected_failure`.
 */
export async function requestOtp(
  input: OtpInput,
  deps: RecoverDeps & { autoconfirm: boolean },
): Promise<() => Promise<void>> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.recoverAddress.take(email)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  if (!input.createUser) return () => sendSignInMail('magiclink', email, input, deps)
  // Confirmed by the first link or code, whatever a sign-up with a password may do: nobody has proved anything yet.
  const account = newAccount({ email, passwordHash: undefined, confirmedAt: undefined, userMetadata: input.data })
  if (deps.autoconfirm) return openOrSignIn(account, input, deps)
  return async () => (await openOrSignIn(account, input, deps))()
}

async function openOrSignIn(
  account: ReturnType<typeof newAccount>,
  input: LinkOptions,
  deps: RecoverDeps,
): Promise<() => Promise<void>> {
  const { email } = account
  const signIn = () => sendSignInMail('magiclink', email, input, deps)
  if (await deps.store.findUserByEmail(email)) return signIn
  const now = deps.clock()
  try {
    const mailed = await refusedByDatabase(authErrors.savingUser, () =>
      deps.store.transaction(async (store) => {
        await store.insertUser(account, now)
        const { challenge } = input
        const mail = { userId: account.id, type: 'confirmation_token', relatesTo: email, challenge } as const
        return putMailedToken(store, mail, deps.codeKey, now)
      }),
    )
    return () => sendMail({ kind: 'magiclink', to: account, mailed, redirectTo: input.redirectTo }, deps)
  } catch (error) {
    // Two requests met in the unique index.
    if (error instanceof AuthError && error.code === 'user_already_exists') return signIn
    throw error
  }
}
