// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { notificationsKeys } from '../../../data/notifications/keys.ts'
import type { Notification } from '../../../data/notifications/list-query.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { MarkAllRead } from './notifications-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: () => Promise.reject(new Error('no answer')) }))
afterEach(cleanup)

const read: Notification = {
  id: '1',
  kind: 'badge',
  subjectId: '1',
  title: 'Night owl',
  excerpt: undefined,
  path: '/badges/1',
  points: undefined,
  left: undefined,
  closesAt: undefined,
  isOnTop: false,
  imageUrl: undefined,
  actors: [],
  actorCount: 0,
  at: '2026-11-27T08:00:00Z',
  isRead: true,
}

function show(unread: number) {
  renderPage(<MarkAllRead />, (queries) => {
    queries.setQueryData(notificationsKeys.list('all'), { pages: [[read]], pageParams: [undefined] })
    queries.setQueryData(notificationsKeys.unread(), unread)
  })
  return screen.getByRole('button', { name: 'Mark all read' })
}

it('all can be marked while unread ones are further down than the list is loaded', () => {
  expect(show(3).getAttribute('disabled')).toBeNull()
})

it('there is nothing to mark when none is unread', () => {
  expect(show(0).getAttribute('disabled')).not.toBeNull()
})
