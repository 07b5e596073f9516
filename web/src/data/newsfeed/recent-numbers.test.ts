import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Post } from './post.ts'
import { rememberNumbers, withLaterNumbers } from './recent-numbers.ts'

const post = { id: 'a', comment_count: 1, reaction_counts: {} } as Post

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('corrects posts by what was announced since they were requested, and by nothing older', async () => {
  rememberNumbers(new Map([['a', [5, 0, 0, 0, 0, 0]]]))
  await vi.advanceTimersByTimeAsync(10)
  expect(withLaterNumbers([post], performance.now())).toEqual([post])
  const asked = performance.now()
  await vi.advanceTimersByTimeAsync(10)
  rememberNumbers(new Map([['a', [6, 0, 0, 0, 0, 0]]]))
  expect(withLaterNumbers([post], asked)).toMatchObject([{ comment_count: 6 }])
  await vi.advanceTimersByTimeAsync(60_000)
  rememberNumbers(new Map())
  expect(withLaterNumbers([post], asked)).toEqual([post])
})
