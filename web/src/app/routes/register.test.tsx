// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider } from '../../components/feedback/toast.tsx'
import { Component as Register } from './register.tsx'

const answer = vi.fn()
vi.mock('../../lib/supabase.ts', () => ({
  supabase: async () => ({
    rpc: (name: string, values: unknown) => {
      const call = { throwOnError: () => answer(name, values), abortSignal: () => call }
      return call
    },
  }),
}))
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  answer.mockReset()
})

const open = (path: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastProvider>
        <MemoryRouter initialEntries={[path]}>
          <Register />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  )
const toJoin = (joins: string | null) =>
  answer.mockImplementation(async (name: string) => ({ data: name === 'may_join' ? joins : null }))
const form = () => screen.queryByRole('button', { name: 'Register' })

// The database says `ended` of an invitation that has expired, was replaced, ended, withdrawn or used up, whose member
// is suspended, and of a code that nobody has made: the text is true of each.
it.each([
  ['closed', '', 'Registration is closed. The club takes no new members at the moment.'],
  ['closed', '?invite=k3y', 'Registration is closed. The club takes no new members at the moment.'],
  ['needed', '', 'The club takes new members by invitation. Ask a member for a link.'],
  [
    'ended',
    '?invite=k3y',
    'This invitation cannot be used. It may have expired, been replaced, withdrawn or used up, or its link may be incomplete. Ask for a new one.',
  ],
])('says why nobody can register (%s) at /register%s, in place of the form', async (joins, query, text) => {
  toJoin(joins)
  open(`/register${query}`)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(form()).toBeNull()
  expect(answer).toHaveBeenCalledWith('may_join', query ? { invitation: 'k3y' } : {})
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

it.each([['yes'], ['of a later release'], [null]])('shows the form when the answer is %s', async (joins) => {
  toJoin(joins)
  open('/register?invite=k3y')
  await waitFor(() => expect(answer).toHaveBeenCalledWith('may_join', { invitation: 'k3y' }))
  await Promise.resolve()
  expect(form()).toBeTruthy()
  expect(screen.queryByText(/invitation/)).toBeNull()
})

it('shows the form when it cannot be asked', async () => {
  answer.mockRejectedValue(new TypeError('Failed to fetch'))
  open('/register?invite=k3y')
  await waitFor(() => expect(answer).toHaveBeenCalledWith('may_join', { invitation: 'k3y' }))
  expect(form()).toBeTruthy()
})
