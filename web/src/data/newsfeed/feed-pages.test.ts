import { describe, expect, it } from 'vitest'
import type { FeedPage } from './feed-page.ts'
import { type Feed, feedOf, mapPosts, postsOf, waitingPosts, withNewPost } from './feed-pages.ts'
import type { Post } from './post.ts'

const post = (id: string, minute: number, more: Partial<Post> = {}): Post => ({
  id,
  user_id: 'u',
  content: id,
  type: 'post',
  image_url: null,
  more_images: [],
  is_announcement: false,
  pinned_until: null,
  metadata: {},
  created_at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00+00:00`,
  comment_count: 0,
  reaction_counts: {},
  my_reaction: null,
  edited_at: null,
  last_comment: null,
  mentioned: [],
  author: { id: 'u', username: 'Una', avatar_url: '', is_admin: false, is_moderator: false },
  ...more,
})
const page = (pinned: Post[], posts: Post[]): FeedPage => ({ pinned, posts, next: undefined })
const ids = (feed: Feed) => postsOf(feed).map(({ id }) => id)

describe('the order of the feed', () => {
  it('has the pinned posts and then the pages, each post once', () => {
    const pin = post('pin', 1, { is_announcement: true })
    const feed: Feed = {
      pages: [page([pin], [post('c', 9), post('b', 8)]), page([], [post('a', 7), pin])],
      pageParams: [undefined, undefined],
    }
    expect(ids(feed)).toEqual(['pin', 'c', 'b', 'a'])
  })

  it('puts the reader’s own new post at the top of its kind, and only once', () => {
    const feed = feedOf(page([post('pin', 1, { is_announcement: true })], [post('a', 2)]))
    const mine = withNewPost(feed, post('mine', 3))
    expect(ids(mine)).toEqual(['pin', 'mine', 'a'])
    expect(withNewPost(mine, post('mine', 3))).toBe(mine)
    expect(ids(withNewPost(feed, post('news', 3, { is_announcement: true })))).toEqual(['news', 'pin', 'a'])
  })

  it('leaves no gap for a deleted post', () => {
    const feed = feedOf(page([], [post('b', 2), post('a', 1)]))
    expect(ids(mapPosts(feed, (each) => (each.id === 'b' ? undefined : each)))).toEqual(['a'])
  })
})

describe('new posts', () => {
  const feed = feedOf(page([], [post('b', 5), post('a', 4)]))

  it('wait when the head has posts that are not loaded, whatever else has changed', () => {
    const head = page([post('pin', 6, { is_announcement: true })], [post('c', 7), post('late', 5), post('b', 5)])
    expect(waitingPosts(feed, head, [])).toEqual(['pin', 'c', 'late'])
    expect(waitingPosts(feed, page([], [post('b', 5, { comment_count: 3 }), post('a', 4)]), [])).toEqual([])
  })

  it('do not include older ones that moved up after a deletion', () => {
    expect(waitingPosts(feed, page([], [post('a', 4), post('older', 3)]), [])).toEqual([])
  })

  it('include announced ones once, as long as they are not loaded', () => {
    expect(waitingPosts(feed, undefined, ['c', 'b'])).toEqual(['c'])
    expect(waitingPosts(feed, page([], [post('d', 8), post('c', 7)]), ['c', 'e'])).toEqual(['d', 'c', 'e'])
  })

  it('are all posts while nothing is loaded', () => {
    expect(waitingPosts(feedOf(page([], [])), page([], [post('first', 1)]), [])).toEqual(['first'])
  })
})
