import { useMutation } from '@tanstack/react-query'
import { loadOffers } from '../../config/offers.ts'
import { expectSignOut } from '../../lib/leaving.ts'
import { deleteDraftsOf } from '../../lib/own-device.ts'
import { supabase } from '../../lib/supabase.ts'
import { ownFiles, removeOwnFiles } from './own-files.ts'

/** Why an account was not deleted, if the member can act on it. */
export class AccountNotDeleted extends Error {
  override name = 'AccountNotDeleted'
  reason: 'wrong-password' | 'last-admin'

  constructor(reason: 'wrong-password' | 'last-admin') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Deletes the member's own account and their files. The caller then ends the session on this device.
 * Fails with AccountNotDeleted, or with the error of the service.
 */
export function useAccountDeleteMutation(userId: string) {
  return useMutation({ mutationFn: (password: string) => deleteAccount(userId, password) })
}

async function deleteAccount(userId: string, password: string): Promise<void> {
  const client = await supabase()
  const { removesLeftFiles } = await loadOffers()
  // Files that a row refers to cannot be removed before the row, so they are listed first and removed afterwards.
  const files = removesLeftFiles ? [] : await ownFiles(userId)
  expectSignOut(true)
  const { data: deleted, error } = await client.rpc('delete_own_account', { password })
  if (!deleted) expectSignOut(false)
  if (error) throw error.code === 'US001' ? new AccountNotDeleted('last-admin') : error
  if (!deleted) throw new AccountNotDeleted('wrong-password')
  deleteDraftsOf(userId)
  // The account no longer exists. Remaining files are removed when an admin next deletes a member.
  await removeOwnFiles(files).catch((left: unknown) => console.error('removeOwnFiles', left))
}
