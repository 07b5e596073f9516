export const newsfeedKeys = {
  all: ['newsfeed'] as const,
  /** Everything in which a loaded post may be: the feed, and posts opened by their address. */
  loaded: () => [...newsfeedKeys.all, 'loaded'] as const,
  feed: () => [...newsfeedKeys.loaded(), 'feed'] as const,
  posts: () => [...newsfeedKeys.loaded(), 'posts'] as const,
  post: (postId: string) => [...newsfeedKeys.posts(), postId] as const,
  fresh: () => [...newsfeedKeys.all, 'fresh'] as const,
  threads: () => [...newsfeedKeys.all, 'threads'] as const,
  thread: (postId: string) => [...newsfeedKeys.threads(), postId] as const,
  reactors: (postId: string) => [...newsfeedKeys.all, 'reactors', postId] as const,
  /** IDs of posts that were announced and are not loaded. */
  announced: () => [...newsfeedKeys.all, 'announced'] as const,
  standings: () => [...newsfeedKeys.all, 'standing'] as const,
  standing: (userId: string) => [...newsfeedKeys.standings(), userId] as const,
  suspension: (userId: string) => [...newsfeedKeys.standing(userId), 'suspension'] as const,
  appeal: (userId: string) => [...newsfeedKeys.standing(userId), 'appeal'] as const,
  /** Keys of mutations: a new post, everything that changes a post's numbers, and a new comment. */
  create: () => [...newsfeedKeys.all, 'create'] as const,
  write: (postId: string) => [...newsfeedKeys.all, 'write', postId] as const,
  comment: (postId: string) => [...newsfeedKeys.write(postId), 'comment'] as const,
}
