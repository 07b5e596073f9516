import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { twoStepKeys } from './keys.ts'

/** An authenticator app of the account. */
export interface AuthenticatorApp {
  id: string
  /** Blank if another program added it without a name. */
  name: string
  /** ISO 8601. */
  createdAt: string
}

/**
 * The authenticator apps that the account has, in the order in which they were added; without those whose first code is
 * still missing. Read from the stored session, which costs no request; each renewal of the session brings them up to date.
 */
export const appsQuery = (userId: string) => queryOptions({ queryKey: twoStepKeys.apps(userId), queryFn: loadApps })

async function loadApps(): Promise<AuthenticatorApp[]> {
  const { auth } = await supabase()
  const { data, error } = await auth.getSession()
  if (error) throw error
  return (data.session?.user.factors ?? [])
    .filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
    .map(({ id, friendly_name, created_at }) => ({ id, name: friendly_name ?? '', createdAt: created_at }))
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt))
}
