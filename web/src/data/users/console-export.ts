import { supabase } from '../../lib/supabase.ts'
import { matchingText } from './console-matching.ts'
import { narrowed } from './console-narrowed.ts'
import type { UsersSearch } from './console-search.ts'
import { accounts, type UserRow } from './user-row.ts'

// Hosted services silently cut answers at this many rows.
const BATCH = 1000

/**
 * Every account, the admin's own too, or those that a search finds, by username. Pages follow the ID, so that no row is lost when others change. The
 * export is first recorded in the audit trail; if that fails, there is no file.
 */
export async function loadAllUsers({ text, filter }: Pick<UsersSearch, 'text' | 'filter'>): Promise<UserRow[]> {
  const client = await supabase()
  await client.rpc('note_export', { list: 'users' }).throwOnError()
  const users: UserRow[] = []
  for (;;) {
    const page = matchingText(narrowed(accounts(client), filter), text)
      .order('id')
      .limit(BATCH)
    const last = users.at(-1)
    const { data } = await (last ? page.gt('id', last.id) : page).throwOnError()
    users.push(...data)
    if (data.length < BATCH) return inOrder(users)
  }
}

/** Some accounts, recorded in the same way. One that was deleted is absent. At most 100: their IDs are in the address. */
export async function loadChosenUsers(userIds: readonly string[]): Promise<UserRow[]> {
  const client = await supabase()
  await client.rpc('note_export', { list: 'users' }).throwOnError()
  const { data } = await accounts(client)
    .in('id', [...userIds])
    .throwOnError()
  return inOrder(data)
}

const inOrder = (users: UserRow[]) =>
  users.sort((one, other) => one.username.localeCompare(other.username, 'en', { numeric: true }))
