import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

/** An account as the team sees it; `auth_email` is null for one without an address, `joined_on` unless it was imported. */
export type UserRow = RowOf<typeof accounts>

export const accounts = (client: BanksideClient, counting?: { count: 'exact'; head: boolean }) =>
  client
    .from('user_profiles_with_email')
    .select(
      'id, username, auth_email, is_admin, is_moderator, is_suspended, created_at, avatar_url, points, suspended_until, joined_on',
      counting,
    )

/** One page of the accounts. */
export interface UsersPage {
  users: UserRow[]
  /** Total number of accounts found. */
  total: number
}

/** The accounts for a moderator: what every member may read of the others. */
export const members = (client: BanksideClient, counting?: { count: 'exact'; head: boolean }) =>
  client
    .from('profiles')
    .select('id, username, is_admin, is_moderator, is_suspended, created_at, avatar_url, points, joined_on', counting)

/** A moderator's row; the end of a suspension is in the member's record. */
export const asUserRow = (row: RowOf<typeof members>): UserRow => ({ ...row, auth_email: null, suspended_until: null })
