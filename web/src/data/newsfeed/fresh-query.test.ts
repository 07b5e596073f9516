import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FeedPage } from './feed-page.ts'
import { type Feed, postsOf, withNewPost } from './feed-pages.ts'
import { feedQuery } from './feed-query.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'
import type { Post } from './post.ts'

const first = vi.hoisted(() => vi.fn<() => Promise<FeedPage>>())
vi.mock('./feed-page.ts', async (original) => ({
  ...(await original<typeof import('./feed-page.ts')>()),
  loadFirstPage: first,
}))

const post = (id: string) => ({ id, created_at: '2026-11-27T10:00:00Z', is_announcement: false }) as Post
const page = (...ids: string[]): FeedPage => ({ pinned: [], posts: ids.map(post), next: undefined })
let answers: ((loaded: FeedPage) => void)[]
let queries: QueryClient
beforeEach(() => {
  answers = []
  first.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  queries = new QueryClient()
})

/** An open feed, and what happens after the member's post was stored. */
function open() {
  new InfiniteQueryObserver(queries, feedQuery()).subscribe(() => {})
  const shown = () => queries.getQueryData<Feed>(newsfeedKeys.feed())
  return {
    shown: () => postsOf(shown() ?? { pages: [], pageParams: [] }).map(({ id }) => id),
    async publish(id: string) {
      const resume = await holdFresh(queries)
      queries.setQueryData<Feed>(newsfeedKeys.feed(), (feed) => feed && withNewPost(feed, post(id)))
      resume()
    },
  }
}

it('shows a post that was written while the first page was on its way', async () => {
  const feed = open()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  await feed.publish('mine')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  // Read before the post was stored, and answered late.
  answers[0]?.(page('old'))
  answers[1]?.(page('mine', 'old'))
  await vi.waitFor(() => expect(feed.shown()).toEqual(['mine', 'old']))
})

it('shows a new post on a loaded feed, which is not loaded again', async () => {
  const feed = open()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.(page('old'))
  await vi.waitFor(() => expect(feed.shown()).toEqual(['old']))
  await feed.publish('mine')
  expect(feed.shown()).toEqual(['mine', 'old'])
  expect(answers).toHaveLength(1)
})
