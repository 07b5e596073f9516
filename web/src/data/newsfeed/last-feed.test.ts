// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { LAST_FEED } from '../../lib/own-device.ts'
import { deleteLastFeed, keepLastFeed, readLastFeed } from './last-feed.ts'

const page = { pinned: [], posts: [], next: { created_at: '2026-11-21T06:00:00Z', id: 'p1' } }

afterEach(() => localStorage.clear())

it('returns the feed to its reader, with the time at which it was loaded', () => {
  keepLastFeed('tom', { page, readAt: 1_000 })
  expect(readLastFeed('tom')).toEqual({ page, readAt: 1_000 })
})

it('returns nothing to another member', () => {
  keepLastFeed('tom', { page, readAt: 1_000 })
  expect(readLastFeed('finn')).toBeUndefined()
  deleteLastFeed()
  expect(readLastFeed('tom')).toBeUndefined()
})

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"version":1,"userId":"tom","readAt":1}',
  '{"version":0,"userId":"tom","readAt":1,"page":{"pinned":[],"posts":[]}}',
])('ignores %j', (stored) => {
  localStorage.setItem(LAST_FEED, stored)
  expect(readLastFeed('tom')).toBeUndefined()
})
