import type { UsersSearch } from './console-search.ts'

/** Query keys of the console's accounts; members' screens never use these. */
export const usersKeys = {
  all: ['console-users'] as const,
  list: (search: UsersSearch, exceptId: string | undefined) => [...usersKeys.all, 'list', search, exceptId] as const,
  one: (userId: string) => [...usersKeys.all, 'one', userId] as const,
  record: (userId: string) => [...usersKeys.all, 'record', userId] as const,
}
