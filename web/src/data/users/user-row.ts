import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

/** An account as admins see it; `auth_email` is null for one without an address. */
export type UserRow = RowOf<typeof accounts>

export const accounts = (client: BanksideClient, counting?: { count: 'exact'; head: boolean }) =>
  client
    .from('user_profiles_with_email')
    .select(
      'id, username, auth_email, is_admin, is_suspended, created_at, avatar_url, points, suspended_until',
      counting,
    )
