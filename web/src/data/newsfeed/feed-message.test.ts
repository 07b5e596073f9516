import { describe, expect, it } from 'vitest'
import { withNumbers } from './feed-message.ts'
import { feedOf, postsOf } from './feed-pages.ts'
import type { Post } from './post.ts'
import { readNumbers, withPostNumbers } from './post-numbers.ts'

const post = (id: string, more: Partial<Post> = {}): Post => ({
  id,
  user_id: 'u',
  content: id,
  type: 'post',
  image_url: null,
  more_images: [],
  is_announcement: false,
  pinned_until: null,
  metadata: {},
  created_at: '2026-11-21T10:00:00+00:00',
  comment_count: 1,
  reaction_counts: { heart: 2 },
  my_reaction: 'heart',
  edited_at: null,
  last_comment: null,
  mentioned: [],
  author: { id: 'u', username: 'Una', avatar_url: '', is_admin: false, is_moderator: false },
  ...more,
})

describe('the numbers in a message', () => {
  it('are read by post; a message without them has none', () => {
    expect(readNumbers({ a: [1, 2, 0, 0, 0, 3] })).toEqual(new Map([['a', [1, 2, 0, 0, 0, 3]]]))
    expect(readNumbers(undefined)).toEqual(new Map())
  })

  it.each([
    ['a list', []],
    ['null', null],
    ['too few numbers', { a: [1, 2, 3] }],
    ['a text', { a: ['1', 2, 0, 0, 0, 3] }],
    ['a negative number', { a: [-1, 2, 0, 0, 0, 3] }],
    ['one wrong post of two', { a: [1, 2, 0, 0, 0, 3], b: null }],
  ])('are refused when they are %s', (_, value) => {
    expect(readNumbers(value)).toBeUndefined()
  })
})

describe('a post with announced numbers', () => {
  it('has them, without reactions that no member has, and keeps the reader’s own', () => {
    const { comment_count, reaction_counts, my_reaction } = withPostNumbers(post('a'), [4, 1, 0, 2, 0, 0])
    expect({ comment_count, reaction_counts, my_reaction }).toEqual({
      comment_count: 4,
      reaction_counts: { heart: 1, fishing_rod: 2 },
      my_reaction: 'heart',
    })
  })

  it('is the same object when nothing differs, so that its card is not drawn again', () => {
    const before = post('a', { reaction_counts: { heart: 2, fish: 0 } })
    expect(withPostNumbers(before, [1, 2, 0, 0, 0, 0])).toBe(before)
  })
})

it('changes the posts of a message on every page, but none with a write under way', () => {
  const pinned = post('pin')
  const feed = feedOf({ pinned: [pinned], posts: [post('a'), post('b'), post('c')], next: undefined })
  const numbers = new Map(['pin', 'a', 'b', 'elsewhere'].map((id) => [id, [9, 0, 0, 0, 0, 0]]))
  const after = withNumbers(feed, numbers, (id) => id === 'b')
  expect(postsOf(after).map(({ id, comment_count }) => [id, comment_count])).toEqual([
    ['pin', 9],
    ['a', 9],
    ['b', 1],
    ['c', 1],
  ])
})
