import type { PasswordRule } from '../kernel/password-sets.ts'
import { isUuid } from '../kernel/uuid.ts'
import { giveAddress } from './anonymous.ts'
import { banEnd } from './ban-duration.ts'
import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { mergeMetadata } from './metadata.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { BY_SECRET_KEY, noteSigner } from './sign-up-proof.ts'
import type { UserChanges } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import type { Metadata, User } from './user.ts'

/** What the holder of the secret key can set on an account. */
export interface AdminUserInput {
  /** Of a new account only. */
  id?: string | undefined
  /** Of a new account only: bcrypt, instead of the password. */
  passwordHash?: string | undefined
  email?: string | undefined
  password?: string | undefined
  emailConfirm?: boolean | undefined
  userMetadata?: Metadata | undefined
  appMetadata?: Metadata | undefined
  role?: string | undefined
  banDuration?: string | undefined
}

interface Deps {
  store: AuthStore
  passwords?: PasswordRule | undefined
  hasher: PasswordHasher
  failures: Pick<FailureLimiter, 'forgetAccount'>
  codeKey: string
  clock: () => Date
}

// More than cost 12 would let one person's sign-ins keep the processors from everybody.
const BCRYPT = /^\$2[aby](\$(?:0[4-9]|1[0-2])\$[./A-Za-z0-9]{53})$/

/**
 * Creates an account, also one that is moved from elsewhere with its ID and the hash of its password.
 * @throws {AuthError} `validation_failed`, `weak_password`, `email_exists`.
 */
export async function adminCreateUser(input: AdminUserInput, deps: Deps): Promise<User> {
  if (!input.email) throw authErrors.validationFailed('Cannot create a user without an email')
  const email = normaliseEmail(input.email)
  if (input.id && !isUuid(input.id)) throw authErrors.validationFailed('ID must conform to the uuid v4 format')
  if (input.password && input.passwordHash)
    throw authErrors.validationFailed('Only a password or a password hash should be provided')
  if (input.password) checkNewPassword(input.password, deps.passwords)
  if (await deps.store.findUserByEmail(email)) throw authErrors.emailExists()
  const passwordHash = input.password ? await deps.hasher.hash(input.password) : importedHash(input.passwordHash)
  const now = deps.clock()
  const account = newAccount({
    ...(input.id && { id: input.id }),
    email,
    passwordHash,
    confirmedAt: input.emailConfirm ? now : undefined,
    userMetadata: input.userMetadata,
    ownMetadata: false,
    appMetadata: input.appMetadata,
    role: checkedRole(input.role),
    bannedUntil: input.banDuration === undefined ? undefined : (banEnd(input.banDuration, now) ?? undefined),
  })
  const work = () => deps.store.transaction((tx) => tx.insertUser(account, now))
  await refusedByDatabase(authErrors.savingUser, work, authErrors.emailExists)
  return existingUser(account.id, deps.store)
}

/**
 * Changes an account. A new password or a ban ends all its sessions and invalidates outstanding links.
 * @throws {AuthError} `user_not_found`, and as `adminCreateUser`.
 */
export async function adminUpdateUser(id: string, input: AdminUserInput, deps: Deps): Promise<User> {
  const user = await existingUser(id, deps.store)
  const now = deps.clock()
  const changes: UserChanges = {}
  if (input.email !== undefined && input.email !== '') {
    const email = normaliseEmail(input.email)
    const holder = await deps.store.findUserByEmail(email)
    if (holder && holder.id !== id) throw authErrors.emailExists()
    if (!holder) changes.email = email
  }
  if (input.password) {
    checkNewPassword(input.password, deps.passwords)
    changes.passwordHash = await deps.hasher.hash(input.password)
  }
  if (input.emailConfirm && !user.emailConfirmedAt) changes.emailConfirmedAt = now
  const role = checkedRole(input.role)
  if (role !== undefined) changes.role = role
  if (input.banDuration !== undefined) changes.bannedUntil = banEnd(input.banDuration, now)
  if (input.userMetadata) changes.userMetadata = mergeMetadata(user.userMetadata, input.userMetadata)
  if (input.appMetadata) changes.appMetadata = mergeMetadata(user.appMetadata, input.appMetadata)

  const work = () =>
    deps.store.transaction(async (store) => {
      const { email, ...others } = changes
      await store.lockUser(id)
      // Mails to the previous address, and what its holder has confirmed, become void.
      if (email !== undefined) await store.deleteOneTimeTokens(id)
      await store.updateUser(id, user.isAnonymous ? others : changes, now)
      if (user.isAnonymous && email !== undefined)
        await giveAddress(store, { ...user, ...metadataOf(changes, user) }, email, input.emailConfirm === true, now)
      if (changes.passwordHash && !user.emailConfirmedAt)
        await noteSigner(store, { id, passwordHash: changes.passwordHash }, BY_SECRET_KEY, deps.codeKey)
      if (changes.passwordHash === undefined && !changes.bannedUntil) return
      await store.deleteSessionsOf(id)
      await store.deleteOneTimeTokens(id)
      await store.deleteFlowStatesOf(id)
    })
  await refusedByDatabase(authErrors.updatingUser, work, authErrors.emailExists)
  if (changes.passwordHash) await deps.failures.forgetAccount(id)
  return existingUser(id, deps.store)
}

function metadataOf(changes: UserChanges, user: User): Pick<User, 'userMetadata' | 'appMetadata'> {
  return {
    userMetadata: changes.userMetadata ?? user.userMetadata,
    appMetadata: changes.appMetadata ?? user.appMetadata,
  }
}

/**
 * @param soft keeps the row for references to it, without anything personal.
 * @throws {AuthError} `user_not_found`, or `validation_failed` when a rule of the application forbids it.
 */
export async function adminDeleteUser(id: string, soft: boolean, deps: Deps): Promise<void> {
  await existingUser(id, deps.store)
  await refusedByDatabase(authErrors.deletingUser, () =>
    deps.store.transaction(async (store) => {
      // Deleting the account would delete these too, but would not report which sessions ended.
      await store.deleteSessionsOf(id)
      await store.deleteOneTimeTokens(id)
      await store.deleteFlowStatesOf(id)
      if (soft) await store.softDeleteUser(id, deps.clock())
      else await store.deleteUser(id)
    }),
  )
}

/** @throws {AuthError} `user_not_found`. */
export async function existingUser(id: string, store: Pick<AuthStore, 'findUserById'>): Promise<User> {
  const user = await store.findUserById(id)
  if (!user) throw authErrors.userNotFound()
  return user
}

/** pgcrypto's crypt() knows `$2a$` only, and the three prefixes mean the same algorithm. */
function importedHash(text: string | undefined): string | undefined {
  if (!text) return undefined
  const [, rest] = BCRYPT.exec(text) ?? []
  if (rest === undefined)
    throw authErrors.validationFailed('The password hash must be made by bcrypt with a cost of 4 to 12')
  return `$2a${rest}`
}

// A session takes its account's role in the database: any other role would give a person the rights of a key.
function checkedRole(role: string | undefined): string | undefined {
  if (role === undefined || role === '') return undefined
  if (role !== 'authenticated') throw authErrors.invalidParameter('role')
  return role
}
