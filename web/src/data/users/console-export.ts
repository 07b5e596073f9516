import { supabase } from '../../lib/supabase.ts'
import { USER_COLUMNS, type UserRow } from './user-row.ts'

// Hosted services cut answers at this many rows without a word.
const BATCH = 1000

/** Every account, the admin's own too, by username. Pages follow the id, so that changes meanwhile lose no row. */
export async function loadAllUsers(): Promise<UserRow[]> {
  const client = await supabase()
  const users: UserRow[] = []
  for (;;) {
    const page = client.from('user_profiles_with_email').select(USER_COLUMNS).order('id').limit(BATCH)
    const last = users.at(-1)
    const { data } = await (last ? page.gt('id', last.id) : page)
      .throwOnError()
      .overrideTypes<UserRow[], { merge: false }>()
    users.push(...data)
    if (data.length < BATCH) return users.sort((one, other) => one.username.localeCompare(other.username, 'en'))
  }
}
