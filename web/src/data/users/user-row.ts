/** An account as admins see it. */
export interface UserRow {
  id: string
  username: string
  /** Null for an account without an address. */
  auth_email: string | null
  is_admin: boolean
  is_suspended: boolean
  created_at: string
  avatar_url: string
  points: number
}

export const USER_COLUMNS = 'id, username, auth_email, is_admin, is_suspended, created_at, avatar_url, points'
