// @vitest-environment happy-dom
import { AuthApiError } from '@supabase/supabase-js'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SessionContext } from '../../hooks/use-session.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Component as Confirm } from './confirm.tsx'

const error = new AuthApiError('The invitation has ended', 422, 'validation_failed')
vi.mock('../../lib/supabase.ts', () => ({
  supabase: async () => ({
    auth: { verifyOtp: async () => ({ data: {}, error }) },
    rpc: () => ({ throwOnError: async () => ({ data: 'needed' }) }),
  }),
}))

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
})

it('asks for no other press once the invitation has ended', async () => {
  window.history.replaceState(null, '', '/confirm#link=abc&type=signup')
  renderPage(
    <SessionContext value={{ session: { status: 'guest' }, admin: 'no', summary: undefined }}>
      <Confirm />
    </SessionContext>,
  )
  expect(screen.getByText(/^Press the button to confirm/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm my address' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Ask your club for a new invitation')
  expect(screen.queryByText(/^Press the button/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})
