import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { dropFromFeed, removeFeed } from './drop-posts.ts'
import { newsfeedKeys } from './keys.ts'
import type { Post } from './post.ts'

const post = (id: string) => ({ id }) as Post
const page = (pinned: string[], posts: string[]) => ({
  pinned: pinned.map(post),
  posts: posts.map(post),
  next: { created_at: '2026-01-01T00:00:00Z', id: 'z' },
})

function loaded() {
  const queries = new QueryClient()
  queries.setQueryData(newsfeedKeys.feed(), {
    pages: [page(['a'], ['b', 'c']), page([], ['d'])],
    pageParams: [undefined, 'c'],
  })
  queries.setQueryData(newsfeedKeys.fresh(), page(['a'], ['b', 'c']))
  for (const id of ['b', 'd']) queries.setQueryData(newsfeedKeys.thread(id), { pages: [], pageParams: [] })
  return queries
}

it('removes posts from every page and from the head, with their threads, and keeps paging unchanged', () => {
  const queries = loaded()
  dropFromFeed(queries, ['a', 'd', 'not loaded'])
  expect(queries.getQueryData(newsfeedKeys.feed())).toEqual({
    pages: [page([], ['b', 'c']), page([], [])],
    pageParams: [undefined, 'c'],
  })
  expect(queries.getQueryData(newsfeedKeys.fresh())).toEqual(page([], ['b', 'c']))
  expect(queries.getQueryData(newsfeedKeys.thread('d'))).toBeUndefined()
  expect(queries.getQueryData(newsfeedKeys.thread('b'))).toBeDefined()
})

it('does nothing to a feed that is not loaded', () => {
  const queries = new QueryClient()
  dropFromFeed(queries, ['a'])
  expect(queries.getQueryData(newsfeedKeys.feed())).toBeUndefined()
})

it('removes the feed, its head and its threads, but not whether its reader may read it', () => {
  const queries = loaded()
  queries.setQueryData(newsfeedKeys.standing('me'), { suspended: true })
  removeFeed(queries)
  for (const key of [newsfeedKeys.feed(), newsfeedKeys.fresh(), newsfeedKeys.thread('b')])
    expect(queries.getQueryData(key)).toBeUndefined()
  expect(queries.getQueryData(newsfeedKeys.standing('me'))).toEqual({ suspended: true })
})
