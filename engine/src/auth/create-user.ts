import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../db/port.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { emailIdentityData, mergeMetadata } from './metadata.ts'
import { createPasswordHashers } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import type { NewUser } from './store/user-store.ts'
import { type AuthStore, createAuthStore } from './store.ts'
import type { Metadata } from './user.ts'

export interface AccountInput {
  /** Chosen by the service if absent. */
  id?: string
  /** Already normalised. */
  email: string
  passwordHash: string | undefined
  confirmedAt: Date | undefined
  userMetadata: Metadata | undefined
  appMetadata?: Metadata | undefined
  role?: string | undefined
  bannedUntil?: Date | undefined
  /** Whether `user_metadata` repeats what the service knows; not for an account that an operator creates. */
  ownMetadata?: boolean
}

/**
 * A new account with an email address. What the service itself knows (address, id, provider) takes precedence over
 * metadata that was sent under the same names.
 * @throws {AuthError} `validation_failed` if the metadata is too large.
 */
export function newAccount(input: AccountInput): NewUser & { email: string } {
  const id = input.id ?? randomUUID()
  const userMetadata = mergeMetadata({}, input.userMetadata)
  const confirmed = input.confirmedAt !== undefined
  return {
    id,
    email: input.email,
    passwordHash: input.passwordHash,
    role: input.role ?? 'authenticated',
    confirmedAt: input.confirmedAt,
    bannedUntil: input.bannedUntil,
    appMetadata: mergeMetadata(input.appMetadata ?? {}, { provider: 'email', providers: ['email'] }),
    userMetadata:
      input.ownMetadata === false
        ? userMetadata
        : mergeMetadata(userMetadata, emailIdentityData(id, input.email, confirmed)),
  }
}

/**
 * Creates an account without a request, e.g. the first administrator.
 * @param input `confirmed` accounts may sign in at once.
 * @param withIt takes effect together with the account, or neither does.
 * @returns the new account's id.
 * @throws {AuthError} for an address, password or metadata that a sign-up would refuse, and `user_already_exists`.
 */
export async function createUser(
  db: Database,
  input: { email: string; password: string; userMetadata?: Metadata; confirmed: boolean },
  withIt: (tx: Transaction) => Promise<void> = async () => {},
): Promise<string> {
  const store: AuthStore = createAuthStore(db)
  const email = normaliseEmail(input.email)
  checkNewPassword(input.password)
  const known = await store.findUserByEmail(email)
  if (known?.emailConfirmedAt) throw authErrors.userAlreadyExists()
  const now = new Date()
  const account = newAccount({
    email,
    passwordHash: await createPasswordHashers()('').hash(input.password),
    confirmedAt: input.confirmed ? now : undefined,
    userMetadata: input.userMetadata,
  })
  const work = async (users: AuthStore, tx: Transaction) => {
    // Anyone may have signed up with the address without confirming it.
    if (known) await users.deleteUser(known.id)
    await users.insertUser(account, now)
    await withIt(tx)
  }
  await refusedByDatabase(authErrors.savingUser, () => store.transaction(work))
  return account.id
}
