import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { newsfeedKeys } from './keys.ts'

const NONE: string[] = []

/** IDs of posts that live messages have announced, newest last. Never loaded. */
export const announcedQuery = () =>
  queryOptions({
    queryKey: newsfeedKeys.announced(),
    queryFn: () => NONE,
    enabled: false,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Adds posts. */
export function announcePosts(queries: QueryClient, ids: readonly string[]): void {
  if (ids.length === 0) return
  queries.setQueryData<string[]>(newsfeedKeys.announced(), (known = NONE) => [...new Set([...known, ...ids])])
}

/** Removes posts that are gone or have been loaded. */
export function withdrawPosts(queries: QueryClient, ids: readonly string[]): void {
  queries.setQueryData<string[]>(newsfeedKeys.announced(), (known) => known?.filter((id) => !ids.includes(id)))
}
