import { useMutation } from '@tanstack/react-query'
import { forgetWordsOf } from '../../lib/own-device.ts'
import { supabase } from '../../lib/supabase.ts'
import { ownFiles, removeOwnFiles } from './own-files.ts'

/** Why an account was not deleted, as far as the member can do something about it. */
export class AccountStays extends Error {
  override name = 'AccountStays'
  reason: 'wrong-password' | 'last-admin'

  constructor(reason: 'wrong-password' | 'last-admin') {
    super(reason)
    this.reason = reason
  }
}

export interface AccountOwner {
  userId: string
  email: string
}

/**
 * Deletes the member's own account and their files. The session on this device stays for the caller to end.
 * Fails with AccountStays, with an AuthError when the password cannot be checked, or with the error of the service.
 */
export function useAccountDeleteMutation(owner: AccountOwner) {
  return useMutation({ mutationFn: (password: string) => deleteAccount(owner, password) })
}

async function deleteAccount({ userId, email }: AccountOwner, password: string): Promise<void> {
  const client = await supabase()
  // The files have to go while the session lives, so whatever would refuse the deletion is asked before them.
  await checkPassword(email, password)
  await checkAdmins(userId)
  await removeOwnFiles(await ownFiles(userId))
  const { data: deleted, error } = await client.rpc('delete_own_account', { password })
  if (error) throw error.code === 'P0001' ? new AccountStays('last-admin') : error
  if (!deleted) throw new AccountStays('wrong-password')
  forgetWordsOf(userId)
}

async function checkPassword(email: string, password: string): Promise<void> {
  const { error } = await (await supabase()).auth.signInWithPassword({ email, password })
  if (error) throw error.code === 'invalid_credentials' ? new AccountStays('wrong-password') : error
}

async function checkAdmins(userId: string): Promise<void> {
  const client = await supabase()
  const { data: own } = await client.from('profiles').select('is_admin').eq('id', userId).single().throwOnError()
  if (!own.is_admin) return
  const { count } = await client
    .from('profiles')
    .select('id', { count: 'exact', head: true })
    .eq('is_admin', true)
    .eq('is_suspended', false)
    .neq('id', userId)
    .throwOnError()
  if (count === 0) throw new AccountStays('last-admin')
}
