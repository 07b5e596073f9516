import { useMutation } from '@tanstack/react-query'
import { loadOffers } from '../../config/offers.ts'
import { expectSignOut } from '../../lib/leaving.ts'
import { deleteDraftsOf } from '../../lib/own-drafts.ts'
import { Refused } from '../../lib/refused.ts'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { type Unanswered, useUnanswered } from '../../lib/unanswered.ts'
import { ownFiles, removeOwnFiles } from './own-files.ts'

type Reason = 'wrong-password' | 'last-admin' | 'admin'

const REASONS: Record<string, Reason | undefined> = { US001: 'last-admin', US002: 'admin' }

/** Why an account was not deleted, if the member can act on it. */
export class AccountNotDeleted extends Refused {
  override name = 'AccountNotDeleted'
  reason: Reason

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Deletes the member's own account and their files. The caller then ends the session on this device. When the answer is
 * lost, it counts as done if the session has ended with the account.
 * Fails with AccountNotDeleted, or with the error of the service.
 */
export function useAccountDeleteMutation(userId: string) {
  const unanswered = useUnanswered()
  return useMutation({ mutationFn: (password: string) => deleteAccount(userId, password, unanswered) })
}

async function deleteAccount(userId: string, password: string, unanswered: Unanswered): Promise<void> {
  const client = await supabase()
  const { removesLeftFiles } = await loadOffers()
  // Files that a row refers to cannot be removed before the row, so they are listed first and removed afterwards.
  const files = removesLeftFiles ? [] : await ownFiles(userId).catch(ifDeleted)
  expectSignOut(true)
  const { data, error } = await client.rpc('delete_own_account', { password })
  if (error) unanswered.note(userId, error)
  if (!data && !(unanswered.has(userId) && (await isSessionGone(client)))) {
    expectSignOut(false)
    const reason = error && REASONS[error.code]
    if (reason) throw new AccountNotDeleted(reason)
    if (error) throw error
    throw new AccountNotDeleted('wrong-password')
  }
  deleteDraftsOf(userId)
  // The account no longer exists. Remaining files are removed when an admin next deletes a member.
  await removeOwnFiles(files).catch((left: unknown) => console.error('removeOwnFiles', left))

  function ifDeleted(error: unknown): [] {
    if (!unanswered.has(userId)) throw error
    return []
  }
}

async function isSessionGone({ auth }: BanksideClient): Promise<boolean> {
  const { error } = await auth.getUser()
  return error !== null && (error.name === 'AuthSessionMissingError' || error.status === 403)
}
