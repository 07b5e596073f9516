// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '../../../components/feedback/toast.tsx'
import { notificationsKeys } from '../../../data/notifications/keys.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { NotificationsPage } from './notifications-page.tsx'

/** What the database has of the request: its status, or nothing. */
let status: 'pending' | 'accepted' | undefined
let isLost: boolean
/** How many more answers arrive while the request is taken back, so that it is sent again right after them. */
let resent: number
const asked: string[] = []
vi.mock('../../../hooks/use-session.ts', () => ({ useUserId: () => 'tom' }))
vi.mock('../../../lib/supabase.ts', () => ({
  supabase: () => Promise.resolve({ from: () => table(), rpc: (name: string) => rpc(name) }),
}))

function table() {
  let verb = 'select'
  const client = {
    update: () => said('accept'),
    delete: () => said('decline'),
    select: () => client,
    eq: () => client,
    throwOnError: async () => {
      if (verb !== 'select') asked.push(verb)
      if (verb !== 'select' && resent > 0) {
        resent -= 1
        return { data: [] }
      }
      const before = status
      if (verb === 'select') return { data: before ? [{ status: before }] : [] }
      if (before === 'pending') status = verb === 'accept' ? 'accepted' : undefined
      if (isLost) throw new TypeError('Failed to fetch')
      return { data: before === 'pending' ? [{ id: 'c' }] : [] }
    },
  }
  const said = (what: string) => {
    verb = what
    return client
  }
  return client
}

const row = (connection: string) => ({
  id: 'n',
  kind: 'connection_asked',
  subject_id: 'rea',
  title: 'Rea',
  excerpt: null,
  path: '/members/Rea',
  details: { connection },
  actors: [{ id: 'rea', username: 'Rea', avatar_url: null }],
  actor_count: 1,
  updated_at: '2026-11-27T08:00:00Z',
  read_at: null,
})

function rpc(name: string) {
  const call = {
    abortSignal: () => call,
    throwOnError: async () => {
      if (name !== 'notifications_page') return { data: 0 }
      return { data: status ? [row(status)] : [] }
    },
  }
  return call
}

beforeEach(() => {
  status = 'pending'
  isLost = false
  resent = 0
  asked.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const button = (name: string) => screen.findByRole('button', { name })
const show = () =>
  renderPage(
    <ToastProvider>
      <NotificationsPage />
    </ToastProvider>,
  )

it.each([
  ['Accept Rea', 'accept', 'You are connected.', 'accepted'],
  ['Decline Rea', 'decline', 'Request declined.', undefined],
] as const)(
  '"%s" turns into what became of the request, once, with the focus on it',
  async (name, verb, text, after) => {
    const { queries } = show()
    const pressed = await button(name)
    pressed.focus()
    fireEvent.click(pressed)
    // The same moment, before anything is drawn.
    fireEvent.click(pressed)
    const told = await screen.findByText(text)
    expect(document.activeElement).toBe(told)
    expect([asked, status]).toEqual([[verb], after])
    expect(screen.queryByRole('button', { name })).toBeNull()
    // The row stays, with its words and the focus, when the list no longer has it.
    await queries.invalidateQueries({ queryKey: notificationsKeys.lists() })
    expect(screen.getByText(text)).toBe(told)
    expect(document.activeElement).toBe(told)
    expect(screen.getByRole('link', { name: /Rea would like to connect/ })).toBeDefined()
  },
)

it.each(['Accept Rea', 'Decline Rea'])('"%s" says that a request was taken back meanwhile', async (name) => {
  show()
  const pressed = await button(name)
  status = undefined
  fireEvent.click(pressed)
  expect(await screen.findByText('This request is no longer open.')).toBeDefined()
})

it.each([
  ['Accept Rea', 'accept', 'You are connected.', 'accepted'],
  ['Decline Rea', 'decline', 'Request declined.', undefined],
] as const)('"%s" is sent once more for a request that is open again', async (name, verb, text, after) => {
  resent = 1
  show()
  fireEvent.click(await button(name))
  expect(await screen.findByText(text)).toBeDefined()
  expect([asked, status]).toEqual([[verb, verb], after])
})

it('does not say that they are connected while the request is open', async () => {
  resent = 2
  show()
  fireEvent.click(await button('Accept Rea'))
  expect((await screen.findByRole('alert')).textContent).toContain('Your answer could not be sent. Try again.')
  expect(screen.queryByText('You are connected.')).toBeNull()
  expect([asked, status]).toEqual([['accept', 'accept'], 'pending'])
})

it('says that it was accepted in another window', async () => {
  show()
  const pressed = await button('Decline Rea')
  status = 'accepted'
  fireEvent.click(pressed)
  expect(await screen.findByText('You are connected.')).toBeDefined()
  expect(status).toBe('accepted')
})

it('a request that was accepted before has no buttons', async () => {
  status = 'accepted'
  show()
  expect(await screen.findByText('You are connected.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('an answer that is lost is told as a failure, and the next press as what it was', async () => {
  isLost = true
  show()
  fireEvent.click(await button('Decline Rea'))
  expect((await screen.findByRole('alert')).textContent).toContain('Your answer could not be sent. Try again.')
  isLost = false
  fireEvent.click(await button('Decline Rea'))
  expect(await screen.findByText('Request declined.')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
