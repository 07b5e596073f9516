import { expect, it } from 'vitest'
import type { ConsolePost } from '../../data/newsfeed/console-post.ts'
import { postState } from './post-state.ts'

const now = new Date('2026-11-21T12:00:00Z')
const post: ConsolePost = {
  id: 'a',
  content: 'Tench at dawn',
  author: 'finn',
  createdAt: '2026-11-20T12:00:00Z',
  photos: 0,
  pinnedUntil: null,
  isHidden: false,
  caseId: null,
  reports: 0,
}

it.each([
  [{}, { name: 'Published', tone: 'grey' }],
  [{ pinnedUntil: '2026-11-26T13:00:00Z' }, { name: 'Pinned', tone: 'ok', more: '5 days left' }],
  [{ pinnedUntil: '2026-11-20T13:00:00Z' }, { name: 'Published', tone: 'grey' }],
  [
    { reports: 2, pinnedUntil: '2026-11-26T13:00:00Z' },
    { name: 'Reported', tone: 'warn', more: '2 reports' },
  ],
  [{ isHidden: true }, { name: 'Hidden', tone: 'bad', more: undefined }],
  [
    { isHidden: true, reports: 1 },
    { name: 'Hidden', tone: 'bad', more: '1 report' },
  ],
])('a post with %j is %j', (fields, state) => {
  expect(postState({ ...post, ...fields }, now)).toEqual(state)
})
