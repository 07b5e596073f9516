import type { PasswordRule } from '../kernel/password-sets.ts'
import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { MailKind } from './mail-texts.ts'
import { type MailedToken, putMailedToken } from './mailed-token.ts'
import { emailIdentityData, mergeMetadata } from './metadata.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { tokenOf } from './recover.ts'
import { BY_SECRET_KEY, noteRequester, noteSigner } from './sign-up-proof.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { UserChanges } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import { isWaiting, type Metadata, makesRoom, type User } from './user.ts'

const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const
export type LinkType = (typeof LINK_TYPES)[number]

export interface LinkInput {
  type: LinkType
  email: string
  /** For a sign-up. */
  password?: string | undefined
  /** Metadata of a new account. */
  data?: Metadata | undefined
  /** For a change of address. */
  newEmail?: string | undefined
}

/** A link that has not been sent to anyone. */
export interface GeneratedLink {
  user: User
  /** The actual type: a link to sign in is a sign-up for an address without an account. */
  type: LinkType
  kind: MailKind
  mailed: MailedToken
}

interface Deps {
  store: AuthStore
  passwords?: PasswordRule | undefined
  hasher: PasswordHasher
  codeKey: string
  clock: () => Date
}

/** @throws {AuthError} `validation_failed`. */
export function linkType(name: string): LinkType {
  const type = LINK_TYPES.find((known) => known === name)
  if (!type) throw authErrors.validationFailed('Invalid email action link type requested')
  return type
}

/**
 * Creates a link, and for a sign-up or an invitation the account that it confirms, for the holder of the secret key.
 * @throws {AuthError} `validation_failed`, `weak_password`, `email_exists` for an account that needs no confirmation or
 *   an address that is taken, `user_not_found`.
 */
export async function generateLink(input: LinkInput, deps: Deps): Promise<GeneratedLink> {
  const email = normaliseEmail(input.email)
  const known = await deps.store.findUserByEmail(email)
  const type = !known && input.type === 'magiclink' ? 'signup' : input.type
  switch (type) {
    case 'signup':
    case 'invite':
      return linkToConfirm(known, { ...input, email, type, passwordNeeded: input.type === 'signup' }, deps)
    case 'magiclink':
    case 'recovery':
      if (!known) throw authErrors.userWithEmailNotFound()
      return put(known, { type, kind: type, token: tokenOf(type, known), relatesTo: known.email, changes: {} }, deps)
    default:
      if (!known) throw authErrors.userWithEmailNotFound()
      return linkToChange(known, type, normaliseEmail(input.newEmail ?? ''), deps)
  }
}

async function linkToConfirm(
  known: User | undefined,
  input: LinkInput & { type: 'signup' | 'invite'; passwordNeeded: boolean },
  deps: Deps,
): Promise<GeneratedLink> {
  const { type, email } = input
  if (known?.emailConfirmedAt) throw authErrors.emailExists()
  if (input.passwordNeeded && !input.password) throw authErrors.passwordMissing()
  const password = input.passwordNeeded ? input.password : undefined
  if (password) checkNewPassword(password, deps.passwords)
  const passwordHash = password ? await deps.hasher.hash(password) : undefined
  const invited = type === 'invite' ? { invitedAt: deps.clock() } : {}
  const token = { type, kind: type, token: 'confirmation_token', relatesTo: email } as const
  if (!known) {
    const userMetadata = input.data
    const account = newAccount({ email, passwordHash, confirmedAt: undefined, userMetadata })
    return put(account, { ...token, changes: invited, insert: account }, deps)
  }
  // A stranger may have signed up with this address: the link must not confirm their password.
  const newHash = passwordHash ?? (isWaiting(known) ? null : undefined)
  const changes: UserChanges = { ...invited, ...(newHash === undefined ? {} : { passwordHash: newHash }) }
  // Nor may it apply the metadata of their sign-up.
  if (isWaiting(known))
    changes.userMetadata = mergeMetadata(input.data ?? {}, emailIdentityData(known.id, email, false))
  else if (type === 'signup' && input.data) changes.userMetadata = mergeMetadata(known.userMetadata, input.data)
  return put(known, { ...token, changes }, deps)
}

async function linkToChange(
  user: User,
  type: 'email_change_current' | 'email_change_new',
  newEmail: string,
  deps: Deps,
): Promise<GeneratedLink> {
  const holder = await deps.store.findUserByEmail(newEmail)
  if (holder && !makesRoom(holder, deps.clock())) throw authErrors.emailExists()
  const relatesTo = type === 'email_change_current' ? user.email : newEmail
  const token =
    type === 'email_change_current' ? ('email_change_token_current' as const) : ('email_change_token_new' as const)
  const changes = { newEmail, emailChangeAgreed: false }
  // A link that confirms another address must not confirm this one.
  const forgetMails = user.newEmail !== undefined && user.newEmail !== newEmail
  return put(user, { type, kind: 'email_change', token, relatesTo, changes, forgetMails }, deps)
}

async function put(
  { id }: { id: string },
  link: {
    type: LinkType
    kind: MailKind
    token: OneTimeTokenType
    relatesTo: string
    changes: UserChanges
    insert?: ReturnType<typeof newAccount>
    forgetMails?: boolean
  },
  { store, codeKey, clock }: Deps,
): Promise<GeneratedLink> {
  const now = clock()
  const work = () =>
    store.transaction(async (tx) => {
      if (link.insert) await tx.insertUser(link.insert, now)
      if (link.forgetMails) await tx.deleteOneTimeTokens(id)
      await tx.updateUser(id, link.changes, now)
      // The holder of the secret key is responsible for the password; the link is opened in a browser that did not sign
      // up.
      const passwordHash = link.insert?.passwordHash ?? link.changes.passwordHash
      if (passwordHash) await noteSigner(tx, { id, passwordHash }, BY_SECRET_KEY, codeKey)
      const { newEmail } = link.changes
      if (newEmail) await noteRequester(tx, { id, newEmail }, BY_SECRET_KEY, codeKey)
      const mailed = await putMailedToken(tx, { userId: id, type: link.token, relatesTo: link.relatesTo }, codeKey, now)
      const user = await tx.findUserById(id)
      if (!user) throw authErrors.userNotFound()
      return { user, type: link.type, kind: link.kind, mailed }
    })
  return refusedByDatabase(link.insert ? authErrors.savingUser : authErrors.updatingUser, work, authErrors.emailExists)
}
