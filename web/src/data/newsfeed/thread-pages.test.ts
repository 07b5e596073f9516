import { describe, expect, it } from 'vitest'
import type { Comment, Thread } from './comments-query.ts'
import { readThreadNews, withNews } from './thread-message.ts'
import { agrees, commentsOf, withComment } from './thread-pages.ts'

const author = { id: 'u', username: 'Una', avatar_url: '', is_admin: false, is_moderator: false }
const comment = (id: string, minute: number, more: Partial<Comment> = {}): Comment => ({
  id,
  user_id: 'u',
  content: id,
  mentioned: [],
  created_at: `2026-11-21T10:${String(minute).padStart(2, '0')}:00+00:00`,
  author,
  ...more,
})
const thread = (pages: Comment[][], more = false): Thread => ({
  pages: pages.map((comments, index) => ({
    comments,
    next: more || index < pages.length - 1 ? comments.at(-1) : undefined,
  })),
  pageParams: pages.map(() => undefined),
})
const texts = (each: Thread) => commentsOf(each).map(({ content }) => content)
const whole = thread([[comment('d', 8), comment('c', 6)], [comment('b', 4)]])
const part = thread([[comment('d', 8), comment('c', 6)], [comment('b', 4)]], true)

describe('a comment comes to its place by date', () => {
  it.each([
    ['at the end', comment('e', 9), ['b', 'c', 'd', 'e']],
    ['in between', comment('x', 7), ['b', 'c', 'x', 'd']],
    ['between two pages', comment('x', 5), ['b', 'x', 'c', 'd']],
    ['before all', comment('a', 1), ['a', 'b', 'c', 'd']],
    ['by ID at the same moment', comment('bb', 4), ['b', 'bb', 'c', 'd']],
    ['in the place of its earlier text', comment('c', 6, { content: 'edited' }), ['b', 'edited', 'd']],
  ])('%s', (_, added, expected) => {
    expect(texts(withComment(whole, added))).toEqual(expected)
  })

  it('but not before the loaded ones while earlier pages are not loaded: it is loaded with them', () => {
    expect(withComment(part, comment('a', 1))).toBe(part)
    expect(texts(withComment(part, comment('e', 9)))).toEqual(['b', 'c', 'd', 'e'])
  })

  it('and into an empty thread', () => {
    expect(texts(withComment(thread([[]]), comment('a', 1)))).toEqual(['a'])
  })
})

it('keeps the way to earlier pages when comments come and go', () => {
  const full = thread([[comment('b', 2)]], true)
  const cursor = full.pages[0]?.next
  const after = withNews(full, { comments: [comment('c', 3)], gone: ['b'] })
  expect([texts(after), after.pages.at(-1)?.next]).toEqual([['c'], cursor])
})

describe('a message about a thread', () => {
  it('adds, changes and removes comments', () => {
    const news = { comments: [comment('e', 9), comment('c', 6, { content: 'edited' })], gone: ['b', 'unknown'] }
    expect(texts(withNews(whole, news))).toEqual(['edited', 'd', 'e'])
  })

  it('does not add a comment of the member who is sending one: its answer adds it', () => {
    const news = { comments: [comment('mine', 9), comment('hers', 10, { user_id: 'other' })], gone: [] }
    expect(texts(withNews(whole, news, 'u'))).toEqual(['b', 'c', 'd', 'hers'])
  })

  it('is read strictly', () => {
    const valid = comment('a', 1)
    expect(readThreadNews([valid], ['b'])).toEqual({ comments: [valid], gone: ['b'] })
    for (const wrong of [undefined, {}, [null], [{ ...valid, content: 1 }], [{ ...valid, author: null }]])
      expect(readThreadNews(wrong, [])).toBeUndefined()
    expect(readThreadNews([{ ...valid, author: { ...author, is_admin: 'no' } }], [])).toBeUndefined()
  })
})

it.each([
  ['a whole thread with as many', whole, 3, true],
  ['a whole thread with fewer', whole, 4, false],
  ['a whole thread with more', whole, 2, false],
  ['the newest pages of a longer thread', part, 40, true],
  ['the newest pages with more than there are', part, 2, false],
])('%s agrees with the number of its post: %#', (_, each, count, expected) => {
  expect(agrees(each, count)).toBe(expected)
})
