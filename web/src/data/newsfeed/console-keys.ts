import type { PostsSearch, ScheduledSearch } from './console-posts-search.ts'

/** The console's lists of posts: apart from the keys of the feed, which members load first. */
export const consolePostsKeys = {
  all: ['console-posts'] as const,
  list: (search: PostsSearch) => [...consolePostsKeys.all, search] as const,
  one: (id: string) => [...consolePostsKeys.all, 'one', id] as const,
  scheduled: (search: ScheduledSearch) => [...consolePostsKeys.all, 'scheduled', search] as const,
  oneScheduled: (id: string) => [...consolePostsKeys.all, 'scheduled', 'one', id] as const,
  counts: () => [...consolePostsKeys.all, 'counts'] as const,
}
