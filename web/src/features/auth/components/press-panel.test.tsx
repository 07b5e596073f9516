// @vitest-environment happy-dom

import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Session, SessionContext } from '../../../hooks/use-session.ts'
import type { MailedKind } from '../mailed-link.ts'
import { ENDED_SINCE } from '../shut-text.ts'
import { PressPanel } from './press-panel.tsx'

const auth = { verifyOtp: vi.fn() }
const mayJoin = vi.fn()
const ended = vi.fn()
vi.mock('../../../lib/supabase.ts', () => ({
  supabase: async () => ({
    auth,
    rpc: (name: string, values: object) => ({ throwOnError: () => mayJoin(name, values) }),
  }),
}))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  auth.verifyOtp.mockResolvedValue({ data: { session: {} }, error: null })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.resetAllMocks()
})

const MEMBER: Session = { status: 'member', userId: 'm', email: 'tom@carpmail.test', recovering: false }

const Reason = () => <>choose a password: {useLocation().state}</>
/** A token of a session that began in this way. */
const tokenOf = (method: string) => `head.${btoa(JSON.stringify({ amr: [{ method }] }))}.signature`

function show(kind: MailedKind, session: Session = { status: 'guest' }) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={{ session, admin: 'no', summary: undefined }}>
        <MemoryRouter initialEntries={['/confirm']}>
          <Routes>
            <Route
              path="confirm"
              element={
                <main>
                  <h1 tabIndex={-1}>Confirm</h1>
                  <PressPanel link={{ kind, token: 'abc', to: '/games' }} onEnded={ended} />
                </main>
              }
            />
            <Route path="games" element="the games" />
            <Route path="reset-password" element={<Reason />} />
          </Routes>
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  )
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('uses the token only on the press, then opens the next page', async () => {
  show('signup')
  expect(auth.verifyOtp).not.toHaveBeenCalled()
  await press('Confirm my address')
  expect(await screen.findByText('the games')).toBeTruthy()
  expect(auth.verifyOtp).toHaveBeenCalledExactlyOnceWith({ type: 'signup', token_hash: 'abc' })
})

it.each([
  ['recovery', 'choose a password: no-password-yet'],
  ['otp', 'the games'],
])('opens the next page after a sign-up whose session began with %s', async (method, next) => {
  auth.verifyOtp.mockResolvedValue({ data: { session: { access_token: tokenOf(method) } }, error: null })
  show('signup')
  await press('Confirm my address')
  expect(await screen.findByText(next)).toBeTruthy()
})

it('says offline that the link has not been used, and accepts another press', async () => {
  auth.verifyOtp.mockResolvedValueOnce({ data: {}, error: new AuthRetryableFetchError('Failed to fetch', 0) })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show('magiclink')
  await press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There is no connection. Check your network and try again. Your link has not been used.',
  )
  await press('Sign in')
  expect(await screen.findByText('the games')).toBeTruthy()
})

it('does not say that the link is unused when the answer may have been lost', async () => {
  auth.verifyOtp.mockResolvedValueOnce({ data: {}, error: new AuthRetryableFetchError('Failed to fetch', 0) })
  show('magiclink')
  await press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toBe('The server did not answer. Press the button again.')
})

describe('refused by a rule of the database', () => {
  const byEngine = new AuthApiError('The invitation has ended', 422, 'validation_failed')
  const byHosted = new AuthRetryableFetchError('{}', 500)
  const text = async () => (await screen.findByRole('alert')).textContent

  it.each([
    ['our engine', byEngine],
    ['hosted Supabase', byHosted],
  ])('a press at %s says that the invitation has ended, and no other press is offered', async (_, error) => {
    auth.verifyOtp.mockResolvedValueOnce({ data: {}, error })
    mayJoin.mockResolvedValue({ data: 'needed' })
    show('signup')
    await press('Confirm my address')
    expect(await text()).toBe(ENDED_SINCE)
    expect(mayJoin).toHaveBeenCalledExactlyOnceWith('may_join', {})
    expect(screen.queryByRole('button')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading'))
    expect(ended).toHaveBeenCalledOnce()
    // Nothing was used: the link can be opened again.
    cleanup()
    show('signup')
    await press('Confirm my address')
    expect(await screen.findByText('the games')).toBeTruthy()
  })

  it('a press says what the service says where no invitation is needed, or where that is not known', async () => {
    auth.verifyOtp.mockResolvedValue({ data: {}, error: byEngine })
    mayJoin.mockResolvedValueOnce({ data: 'yes' })
    show('signup')
    await press('Confirm my address')
    expect(await text()).toBe('The invitation has ended')
    expect(ended).not.toHaveBeenCalled()
    mayJoin.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await press('Confirm my address')
    await waitFor(() => expect(mayJoin).toHaveBeenCalledTimes(2))
    expect(await text()).toBe('The invitation has ended')
  })

  it('a press says nothing of invitations after another refusal, or for a change of address', async () => {
    mayJoin.mockResolvedValue({ data: 'needed' })
    auth.verifyOtp.mockResolvedValueOnce({ data: {}, error: new AuthApiError('wrong', 400, 'validation_failed') })
    show('signup')
    await press('Confirm my address')
    expect(await text()).toBe('wrong')
    cleanup()
    auth.verifyOtp.mockResolvedValueOnce({ data: {}, error: byEngine })
    show('email_change')
    await press('Confirm')
    expect(await text()).toBe('The invitation has ended')
    expect(mayJoin).not.toHaveBeenCalled()
  })
})

it.each([
  ['recovery', 'Set a new password', 'Request a new link'],
  ['email_change', 'Confirm', 'Go to your profile'],
] as const)('says that a %s link has been used, and links to the next step', async (kind, button, way) => {
  auth.verifyOtp.mockResolvedValue({ data: {}, error: new AuthApiError('expired', 403, 'otp_expired') })
  show(kind)
  await press(button)
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired or was already used.')
  expect(screen.getByRole('link', { name: way })).toBeTruthy()
})

it('offers a new email for a used sign-up link', async () => {
  auth.verifyOtp.mockResolvedValue({ data: {}, error: new AuthApiError('expired', 403, 'otp_expired') })
  show('signup')
  await press('Confirm my address')
  expect(await screen.findByRole('button', { name: 'Send a new link' })).toBeTruthy()
})

it('asks for the other address when the first of two is confirmed', async () => {
  auth.verifyOtp.mockResolvedValue({ data: { session: null }, error: null })
  show('email_change')
  await press('Confirm')
  expect((await screen.findByRole('status')).textContent).toContain('Now open the email sent to your other address')
})

it('warns a signed-in member that the link signs in another account', async () => {
  show('magiclink', MEMBER)
  expect(screen.getByRole('status').textContent).toContain('Someone is already signed in here.')
  cleanup()
  show('email_change', MEMBER)
  expect(screen.getByRole('status').textContent).toContain('it would sign you in to their account')
  cleanup()
  show('email_change')
  expect(screen.queryByRole('status')).toBeNull()
})
