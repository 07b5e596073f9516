import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { AuthError, authErrors } from './errors.ts'
import { putMailedToken } from './mailed-token.ts'
import { askedBy, MAIL_SECONDS } from './rate-limits.ts'
import { type Asking, type LinkOptions, type RecoverDeps, sendSignInMail } from './recover.ts'
import { sendMail } from './send-mail.ts'
import { rehearse, wishesOf } from './sign-up-with-confirmation.ts'
import type { NewUser } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import { isWaiting, type Metadata, type User } from './user.ts'

export interface OtpInput extends LinkOptions, Asking {
  email: string
  /** Whether an account is created for an address without one. */
  createUser: boolean
  /** Metadata of a new account. */
  data: Metadata | undefined
}

type OtpDeps = RecoverDeps & {
  /** Whether mail is sent at all. */
  mailsGoOut: boolean
}

/**
 * Mails a link and a code that sign in. GoTrue reveals, with `shouldCreateUser: false`, that an address has no account;
 * here all addresses get the same answer. If a rule of the database refuses a new account, only the log shows it: the
 * answer is sent before.
 * @returns the work that is left after the reply.
 * @throws {AuthError} `validation_failed`, `over_email_send_rate_limit` for an address that the client named in the
 *   last minute, with or without an account.
 */
export function requestOtp(input: OtpInput, deps: OtpDeps): () => Promise<void> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.signInAddress.take(askedBy(input.client, email))) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  // An account that cannot be confirmed by mail would block its address.
  if (!input.createUser || !deps.mailsGoOut) return () => sendSignInMail('magiclink', email, input, deps)
  // Confirmed by the first link or code, even if sign-ups with a password need no confirmation: nothing has been proved
  // yet.
  const account = newAccount({ email, passwordHash: undefined, confirmedAt: undefined, userMetadata: input.data })
  return async () => (await openOrSignIn(account, input, deps))()
}

async function openOrSignIn(
  account: ReturnType<typeof newAccount>,
  input: OtpInput,
  deps: RecoverDeps,
): Promise<() => Promise<void>> {
  const { email } = account
  const wishes = input.data !== undefined
  const wish = (store: AuthStore, user: User, now: Date) => wishAgain(store, user, account, now)
  const signIn = async () => {
    if (wishes) await rehearse(account, deps.store, deps.clock())
    await sendSignInMail('magiclink', email, input, deps, wishes ? wish : undefined)
  }
  if (await deps.store.findUserByEmail(email)) return signIn
  // Counted with the sign-ups: invented addresses must not use up the mails with which members sign in.
  if (!deps.mails.allows('signUpMails', email, false, input.client.ip)) return async () => {}
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
    // Two requests collided in the unique index.
    if (error instanceof AuthError && error.code === 'user_already_exists') return signIn
    throw error
  }
}

/**
 * A request with metadata for an unconfirmed account is one more sign-up: no password is kept, and the last metadata
 * applies. Without metadata the account stays unchanged.
 */
async function wishAgain(store: AuthStore, user: User, account: NewUser, now: Date): Promise<void> {
  const known = await store.lockUser(user.id)
  if (!known || !isWaiting(known)) return
  await store.deleteOneTimeTokens(known.id)
  await store.updateUser(known.id, { passwordHash: null, userMetadata: wishesOf(account, known) }, now)
}
