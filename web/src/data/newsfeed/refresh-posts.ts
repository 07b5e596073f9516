import type { QueryClient } from '@tanstack/react-query'
import { announcePosts } from './announced-query.ts'
import { withNumbers } from './feed-message.ts'
import { type FeedPage, loadByIds } from './feed-page.ts'
import { type Feed, mapPosts, oldestOf, postsOf } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'
import { hasWrittenSince, isWriting, noteMissed, takeHeld, takeMissed } from './own-writes.ts'
import { patchLoaded } from './patch-loaded.ts'
import type { Post } from './post.ts'

const ANSWER_MS = 10_000
/** Longer than the pause between two messages of a busy feed. */
const HELD_MS = 1_500

/**
 * Loads posts again, in place, and removes those that the reader can no longer see. Posts that are not loaded, such as
 * those of a member who is no longer suspended, are announced when they belong to the loaded part of the feed.
 */
export async function refreshPosts(queries: QueryClient, ids: readonly string[]): Promise<void> {
  const asked = Date.now()
  const current = new Map((await loadByIds(ids, AbortSignal.timeout(ANSWER_MS))).map((post) => [post.id, post]))
  const overtaken = ids.filter((id) => hasWrittenSince(queries, id, asked))
  const settled = new Set(ids.filter((id) => !overtaken.includes(id)))
  const update = (post: Post) => (settled.has(post.id) ? current.get(post.id) : post)
  const updateAll = (posts: Post[]) => posts.flatMap((post) => update(post) ?? [])
  patchLoaded(queries, (feed) => mapPosts(feed, update))
  queries.setQueryData<FeedPage>(
    newsfeedKeys.fresh(),
    (head) => head && { ...head, pinned: updateAll(head.pinned), posts: updateAll(head.posts) },
  )
  const feed = queries.getQueryData<Feed>(newsfeedKeys.feed())
  if (feed) announcePosts(queries, missingFrom(feed, [...current.values()]))
  for (const id of overtaken) noteMissed(id)
  await refreshMissed(queries, overtaken)
}

async function refreshMissed(queries: QueryClient, ids: readonly string[]): Promise<void> {
  const missed = ids.filter((id) => !isWriting(queries, id) && takeMissed(id))
  if (missed.length > 0) await refreshPosts(queries, missed)
}

/**
 * Call this when a write to the post settles. Loads the post again if an answer about it was not shown in the meantime,
 * and shows stored announced numbers unless later ones have arrived.
 */
export function refreshAfterWrite(queries: QueryClient, postId: string): void {
  setTimeout(() => {
    // Another write has begun; when it settles, this is done again.
    if (isWriting(queries, postId)) return
    const numbers = takeHeld(postId)
    if (numbers) patchLoaded(queries, (feed) => withNumbers(feed, new Map([[postId, numbers]])))
  }, HELD_MS)
  // The write counts as under way until its callbacks have ended.
  setTimeout(() => {
    refreshMissed(queries, [postId]).catch((error: unknown) => console.error('reload of the post', error))
  })
}

/** IDs of posts that belong to the loaded part of the feed but are not there. */
function missingFrom(feed: Feed, posts: readonly Post[]): string[] {
  const loaded = new Set(postsOf(feed).map(({ id }) => id))
  // A feed that is loaded to its end has room for every post.
  const oldest = feed.pages.at(-1)?.next ? oldestOf(feed) : undefined
  return posts.flatMap(({ id, created_at }) =>
    !loaded.has(id) && (oldest === undefined || created_at > oldest) ? id : [],
  )
}
