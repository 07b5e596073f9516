import { giveAddress } from './anonymous.ts'
import { lockCaller } from './authenticate.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { type MailedToken, putMailedToken } from './mailed-token.ts'
import { type ChangeLimits, MAIL_SECONDS, type RateLimits, takeChangeMail } from './rate-limits.ts'
import type { LinkOptions } from './recover.ts'
import { type MailDeps, sendKnownAddress, sendMail } from './send-mail.ts'
import { CONFIRMATION_MS } from './session-lifetime.ts'
import { isRequester, noteRequester } from './sign-up-proof.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { Session } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, makesRoom, type User } from './user.ts'
import type { Grant } from './verify-mailed.ts'

export interface EmailChangeDeps extends MailDeps {
  store: AuthStore
  limits: ChangeLimits & Pick<RateLimits, 'changeAddress' | 'noticeAddress'>
  /** Whether mail can be sent: without it a change cannot be confirmed. */
  mailsGoOut: boolean
  clock: () => Date
}

/** A permitted change: nothing is written before `begin`. */
export interface PreparedEmailChange {
  /** @param device the mark of the browser that asks. */
  begin(link: LinkOptions, device: string | undefined): Promise<{ user: User; send: () => Promise<void> }>
}

/**
 * Checks whether an account may have another address. The change takes effect when the holders of both addresses have
 * opened their links: a stolen session cannot move the account. An anonymous account confirms only the new address. An
 * address that has an account gets the same answer as any other; its holder is notified by mail, without a link.
 * @returns undefined if it is the account's address already.
 * @throws {AuthError} `feature_disabled` without a mail server, `validation_failed`,
 *   `over_email_send_rate_limit` after another change in the last minute or five in the last hour.
 */
export async function prepareEmailChange(
  caller: { user: User; session: Pick<Session, 'id'> },
  wanted: string,
  deps: EmailChangeDeps,
): Promise<PreparedEmailChange | undefined> {
  const { user } = caller
  const newEmail = normaliseEmail(wanted)
  if (newEmail === user.email) return undefined
  if (!deps.mailsGoOut) throw authErrors.emailChangeDisabled()
  if (!deps.limits.changeAddress.take(user.id)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  takeChangeMail(deps.limits, user.id)
  const mails: [OneTimeTokenType, string][] = []
  if (!user.isAnonymous) mails.push(['email_change_token_current', user.email])
  mails.push(['email_change_token_new', newEmail])
  return { begin: (link, device) => begin(caller, newEmail, mails, link, device, deps) }
}

async function begin(
  caller: { user: User; session: Pick<Session, 'id'> },
  newEmail: string,
  mails: [OneTimeTokenType, string][],
  { redirectTo, challenge }: LinkOptions,
  device: string | undefined,
  deps: EmailChangeDeps,
) {
  const now = deps.clock()
  const { user } = caller
  const { changed, letters } = await deps.store.transaction(async (store) => {
    const current = await lockCaller(store, caller, now)
    // The mails were planned for the address as it was then.
    if (current.email !== user.email) throw authErrors.addressJustChanged()
    const letters: { email: string; mailed: MailedToken }[] = []
    for (const [type, email] of mails) {
      const mail = { userId: user.id, type, relatesTo: email, challenge }
      letters.push({ email, mailed: await putMailedToken(store, mail, deps.codeKey, now) })
    }
    await noteRequester(store, { id: user.id, newEmail }, device, deps.codeKey)
    // An account without an address has no other holder who must confirm.
    await store.updateUser(user.id, { newEmail, emailChangeAgreed: user.isAnonymous }, now)
    return { changed: await store.findUserById(user.id), letters }
  })
  if (!changed) throw authErrors.userFromTokenNotFound()
  const send = async () => {
    // Checked after the reply, so that neither the answer nor its time reveals who has an account.
    const holder = await deps.store.findUserByEmail(newEmail)
    const taken = holder !== undefined && !makesRoom(holder, deps.clock())
    for (const { email, mailed } of letters)
      if (taken && email === newEmail) await sendKnownAddress(email, deps)
      // Of all accounts together: any number of them may name the same address.
      else if (email !== newEmail || deps.limits.mailsTo.take(`change to ${email}`))
        await sendMail(
          { kind: 'email_change', to: { id: user.id, email }, mailed, redirectTo, change: [user.email, newEmail] },
          deps,
        )
  }
  return { user: changed, send }
}

/**
 * Accepts the confirmation of one of the two addresses; the second one changes the address. An unconfirmed account with
 * the new address is deleted: the person who opens the link has proved the address, and that account has not.
 *
 * A stranger may request a change to another person's address, and its owner may then press the button. The account
 * keeps its password and its sessions only if the new address confirms in the browser that asked. From another browser
 * it can only be the second to confirm, an unconfirmed account of that address stays, and the session is that of a
 * recovery.
 * @param input.device the mark of the browser that confirms.
 * @param grant what follows in the same transaction, e.g. a session.
 * @returns undefined while the other address has not confirmed.
 * @throws {AuthError} `otp_expired`, `user_banned`, `email_exists` if another account has the address by now, or
 *   `old_address_first`.
 */
export async function verifyEmailChange<T>(
  input: { tokenHash: string; types: readonly OneTimeTokenType[]; device: string | undefined },
  grant: Grant<T>,
  deps: { store: AuthStore; codeKey: string; clock: () => Date },
): Promise<T | undefined> {
  const work = () =>
    deps.store.transaction(async (store) => {
      const now = deps.clock()
      const token = await store.takeOneTimeToken(input.tokenHash, input.types)
      const user = token && (await store.lockUser(token.userId))
      if (!token || !user?.newEmail || user.deletedAt) throw authErrors.otpExpired()
      if (token.issuedAt.getTime() + CONFIRMATION_MS <= now.getTime()) throw authErrors.otpExpired()
      if (isBanned(user, now)) throw authErrors.userBanned(403)
      const { id, newEmail } = user
      const elsewhere =
        token.type === 'email_change_token_new' &&
        !(await isRequester(store, { id, newEmail }, input.device, deps.codeKey))
      if (!user.emailChangeAgreed) {
        if (elsewhere) throw authErrors.oldAddressFirst()
        await store.updateUser(user.id, { emailChangeAgreed: true }, now)
        return undefined
      }
      await makeRoom(store, newEmail, elsewhere, now)
      await giveAddress(store, user, newEmail, true, now)
      // Codes of links that the previous holder has opened.
      await store.deleteOpenedFlowsOf(id)
      if (elsewhere) {
        await store.updateUser(id, { passwordHash: null }, now)
        await store.deleteSessionsOf(id)
      }
      const changed = await store.findUserById(id)
      if (!changed) throw authErrors.otpExpired()
      return grant(store, changed, elsewhere ? 'recovery' : 'otp', now)
    })
  return refusedByDatabase(authErrors.updatingUser, work, authErrors.emailExists)
}

async function makeRoom(store: AuthStore, email: string, elsewhere: boolean, now: Date): Promise<void> {
  const found = await store.findUserByEmail(email)
  const holder = found && (await store.lockUser(found.id))
  if (!holder) return
  if (elsewhere || !makesRoom(holder, now)) throw authErrors.emailExists()
  await store.deleteUser(holder.id)
}
