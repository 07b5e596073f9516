import type { BanksideClient } from './supabase.ts'

/** Whether this is the member's password. The service refuses to replace one by itself, after it has checked it. */
export async function isCurrentPassword(client: BanksideClient, password: string): Promise<boolean> {
  const { error } = await client.auth.updateUser({ password, current_password: password })
  return error?.code === 'same_password'
}
