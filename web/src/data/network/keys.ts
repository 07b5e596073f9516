import type { MembersSearch } from './members-search.ts'

export const networkKeys = {
  all: ['network'] as const,
  members: (userId: string, search: MembersSearch) => [...networkKeys.all, 'members', userId, search] as const,
  connections: (userId: string) => [...networkKeys.all, 'connections', userId] as const,
  requests: (userId: string) => [...networkKeys.all, 'requests', userId] as const,
  page: (name: string) => [...networkKeys.all, 'page', name] as const,
  newest: (userId: string) => [...networkKeys.all, 'newest', userId] as const,
}
