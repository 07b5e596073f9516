// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { LAST_FEED } from '../../lib/own-device.ts'
import { forgetLastFeed, keepLastFeed, readLastFeed } from './last-feed.ts'

const page = { pinned: [], posts: [], next: { created_at: '2026-11-21T06:00:00Z', id: 'p1' } }

afterEach(() => localStorage.clear())

it('gives the feed back to its reader, with the moment at which it was read', () => {
  keepLastFeed('tom', { page, readAt: 1_000 })
  expect(readLastFeed('tom')).toEqual({ page, readAt: 1_000 })
})

it('gives nobody else anything', () => {
  keepLastFeed('tom', { page, readAt: 1_000 })
  expect(readLastFeed('finn')).toBeUndefined()
  forgetLastFeed()
  expect(readLastFeed('tom')).toBeUndefined()
})

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"version":1,"userId":"tom","readAt":1}',
  '{"version":0,"userId":"tom","readAt":1,"page":{"pinned":[],"posts":[]}}',
])('takes %j for nothing', (stored) => {
  localStorage.setItem(LAST_FEED, stored)
  expect(readLastFeed('tom')).toBeUndefined()
})
