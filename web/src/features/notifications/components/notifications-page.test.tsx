// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '../../../components/feedback/toast.tsx'
import { notificationsKeys } from '../../../data/notifications/keys.ts'
import type { Notification } from '../../../data/notifications/list-query.ts'
import { type RenderedPage, renderPage } from '../../../testing/render-page.tsx'
import { MuteButton } from './mute-button.tsx'
import { MarkAllRead } from './notifications-page.tsx'

type Rpc = (name: string) => Promise<unknown>
let rpc: Rpc
const asked: string[] = []
vi.mock('../../../lib/supabase.ts', () => ({
  supabase: () =>
    Promise.resolve({
      rpc: (name: string) => {
        const call = { abortSignal: () => call, single: () => call, throwOnError: () => rpc(name) }
        asked.push(name)
        return call
      },
    }),
}))
const LOST = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  rpc = LOST
  asked.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const read: Notification = {
  id: '1',
  kind: 'badge',
  subjectId: '1',
  title: 'Night owl',
  excerpt: undefined,
  path: '/badges/1',
  points: undefined,
  left: undefined,
  reported: {},
  decision: undefined,
  result: {},
  closesAt: undefined,
  isOnTop: false,
  role: {},
  imageUrl: undefined,
  actors: [],
  actorCount: 0,
  at: '2026-11-27T08:00:00Z',
  isRead: true,
}

let shown: RenderedPage
function show(unread: number, list: Notification[] = [read]) {
  shown = renderPage(
    <ToastProvider>
      <MarkAllRead />
    </ToastProvider>,
    (queries) => {
      queries.setQueryData(notificationsKeys.list('all'), { pages: [list], pageParams: [undefined] })
      queries.setQueryData(notificationsKeys.unread(), unread)
    },
  )
  return screen.getByRole('button', { name: 'Mark all read' })
}

it('all can be marked while unread ones are further down than the list is loaded', () => {
  expect(show(3).getAttribute('disabled')).toBeNull()
})

it('there is nothing to mark when none is unread', () => {
  expect(show(0).getAttribute('disabled')).not.toBeNull()
})

const count = (name: string) => asked.filter((each) => each === name).length

it('turns into Undo where it stands, keeps the focus, and undoes what it marked', async () => {
  let unread = 3
  rpc = (name) => {
    if (name === 'undo_marking') unread = 3
    else if (name !== 'unread_notifications') unread = 0
    return Promise.resolve({ data: name.startsWith('mark') ? { unread, marked_at: '2026-11-27T09:00:00Z' } : unread })
  }
  const button = show(3)
  button.focus()
  fireEvent.click(button)
  // The same moment, before anything is drawn.
  fireEvent.click(button)
  expect(await screen.findByText('All read')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Undo' })).toBe(button)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('disabled')).toBeNull()
  expect(count('mark_all_notifications_read')).toBe(1)
  // The second press of a double click that began on the other button.
  fireEvent.click(button, { detail: 2 })
  expect(count('undo_marking')).toBe(0)
  fireEvent.click(button, { detail: 1 })
  expect(await screen.findByText('Marked as unread again')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Mark all read' })).toBe(button)
  expect(document.activeElement).toBe(button)
})

it('offers Undo no longer once another notification has arrived', async () => {
  rpc = () => Promise.resolve({ data: { unread: 0, marked_at: '2026-11-27T09:00:00Z' } })
  fireEvent.click(show(3))
  const { queries } = shown
  await screen.findByRole('button', { name: 'Undo' })
  queries.setQueryData(notificationsKeys.unread(), 1)
  await screen.findByRole('button', { name: 'Mark all read' })
  queries.setQueryData(notificationsKeys.unread(), 0)
  await waitFor(() => expect(screen.getByRole('button').getAttribute('disabled')).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('is silent about an answer that is lost when all are read', async () => {
  rpc = (name) => (name === 'unread_notifications' ? Promise.resolve({ data: 0 }) : LOST())
  fireEvent.click(show(3))
  expect(await screen.findByText('All read')).toBeDefined()
  expect(screen.queryByText(/Failed/)).toBeNull()
})

it('says what failed, and shows the stored number again', async () => {
  rpc = (name) => (name === 'unread_notifications' ? Promise.resolve({ data: 2 }) : LOST())
  fireEvent.click(show(3))
  expect(await screen.findByText('Failed to mark as read')).toBeDefined()
  await waitFor(() => expect(shown.queries.getQueryData(notificationsKeys.unread())).toBe(2))
  expect(screen.getByRole('button', { name: 'Mark all read' }).getAttribute('disabled')).toBeNull()
})

it('shows as unread again what a failed call did not mark, also while nothing can be loaded', async () => {
  let fail = () => {}
  rpc = (name) =>
    name.startsWith('mark')
      ? new Promise((_, reject) => {
          fail = () => reject(new TypeError('Failed to fetch'))
        })
      : LOST()
  const list = [{ ...read, id: '2', isRead: false }, read, { ...read, id: '3', isRead: false }]
  fireEvent.click(show(2, list))
  const marks = () => {
    const key = notificationsKeys.list('all')
    return shown.queries.getQueryData<{ pages: Notification[][] }>(key)?.pages[0]?.map(({ isRead }) => isRead)
  }
  await waitFor(() => expect(marks()).toEqual([true, true, true]))
  fail()
  expect(await screen.findByText('Failed to mark as read')).toBeDefined()
  expect(marks()).toEqual([false, true, false])
})

it('a press that mutes says what failed, and is silent about one lost answer', async () => {
  const answers = [LOST, LOST]
  rpc = (name) => (name === 'mute_notifications' && answers.pop()?.()) || Promise.resolve({ data: false })
  renderPage(
    <ToastProvider>
      <MuteButton subjectId="1" what="post" />
    </ToastProvider>,
    (queries) => queries.setQueryData(notificationsKeys.mute('1'), false),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Mute this post' }))
  expect(await screen.findByText('Failed to mute this post')).toBeDefined()
  answers.push(LOST)
  fireEvent.click(screen.getByRole('button', { name: 'Mute this post' }))
  expect(await screen.findByText('You will no longer get notifications about this post.')).toBeDefined()
})
