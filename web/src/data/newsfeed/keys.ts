export const newsfeedKeys = {
  all: ['newsfeed'] as const,
  feed: () => [...newsfeedKeys.all, 'feed'] as const,
  fresh: () => [...newsfeedKeys.all, 'fresh'] as const,
  threads: () => [...newsfeedKeys.all, 'threads'] as const,
  thread: (postId: string) => [...newsfeedKeys.threads(), postId] as const,
  standings: () => [...newsfeedKeys.all, 'standing'] as const,
  standing: (userId: string) => [...newsfeedKeys.standings(), userId] as const,
}
