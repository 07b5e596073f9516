import type { UsersFilter } from '../../data/users/console-search.ts'

/** Why the list is empty, when something is searched or filtered. The viewer's own account is never in it. */
export function nobodyText(text: string, { role, status, joined }: UsersFilter): string {
  if (text === '' && status === undefined && joined === undefined) {
    if (role === 'team') return 'No one but you is on the team.'
    // There may be moderators.
    if (role === 'admin') return 'No one but you is an admin.'
  }
  return 'No users found matching your search.'
}
