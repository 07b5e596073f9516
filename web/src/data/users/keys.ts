import type { UsersSearch } from './console-search.ts'

/** Query keys of the console's accounts; members' screens never use these. */
export const usersKeys = {
  all: ['console-users'] as const,
  list: (search: UsersSearch, exceptId: string | undefined, isModerator: boolean) =>
    [...usersKeys.all, 'list', search, exceptId, isModerator] as const,
  one: (userId: string, isModerator: boolean) => [...usersKeys.all, 'one', userId, isModerator] as const,
  chosen: (userIds: readonly string[]) => [...usersKeys.all, 'chosen', ...userIds] as const,
  record: (userId: string) => [...usersKeys.all, 'record', userId] as const,
}
