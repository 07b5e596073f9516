// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { PasswordSection } from './password-section.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const updateUser = vi.fn<(change: Record<string, string>) => Promise<{ error: Error | null }>>()

beforeEach(() => {
  updateUser.mockResolvedValue({ error: null })
  vi.mocked(supabase).mockResolvedValue({ auth: { updateUser } } as unknown as BanksideClient)
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }))

function fill(current: string, next: string, confirm = next) {
  renderPage(<PasswordSection username="tom@carpmail.test" />)
  write('Current password', current)
  write('New password', next)
  write('Confirm new password', confirm)
}

it('sends the current password with the new one, confirms and empties the fields', async () => {
  fill('old one', 'brown bread')
  await send()
  expect(await screen.findByText('Password updated successfully!')).toBeTruthy()
  expect(updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'brown bread', current_password: 'old one' })
  expect(field('New password').value).toBe('')
})

it('changes the password a second time in the same tab, with the one that was set before', async () => {
  fill('old one', 'brown bread')
  await send()
  await screen.findByText('Password updated successfully!')
  write('Current password', 'brown bread')
  write('New password', 'sweetcorn')
  write('Confirm new password', 'sweetcorn')
  await send()
  await waitFor(() => expect(updateUser).toHaveBeenCalledTimes(2))
  expect(updateUser).toHaveBeenLastCalledWith({ password: 'sweetcorn', current_password: 'brown bread' })
  await waitFor(() => expect(field('New password').value).toBe(''))
})

it('removes the confirmation after three seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fill('old one', 'brown bread')
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Password updated successfully!')
  await vi.advanceTimersByTimeAsync(3100)
  await waitFor(() => expect(screen.queryByText('Password updated successfully!')).toBeNull())
})

it('refuses a short password and two that differ, and sends nothing', async () => {
  fill('old one', '12345', '1234')
  await send()
  expect(screen.getByText('Password must be at least 6 characters long')).toBeTruthy()
  expect(screen.getByText('New passwords do not match')).toBeTruthy()
  expect(document.activeElement).toBe(field('New password'))
  expect(updateUser).not.toHaveBeenCalled()
})

it('removes an error as soon as it is corrected', async () => {
  fill('old one', 'brown bread', 'brownbread')
  await send()
  write('Confirm new password', 'brown bread')
  await waitFor(() => expect(screen.queryByText('New passwords do not match')).toBeNull())
})

it("shows the service's message, or the catalogue's text when there is none", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const refusal = Object.assign(new Error('Current password is incorrect.'), { __isAuthError: true })
  updateUser.mockResolvedValue({ error: refusal })
  fill('wrong', 'brown bread')
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('Current password is incorrect.')
  updateUser.mockResolvedValue({ error: new Error('network') })
  await send()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Failed to update password'))
  expect(field('New password').value).toBe('brown bread')
})

it('shows and hides each password independently', async () => {
  fill('old one', 'brown bread')
  await userEvent.click(screen.getByRole('button', { name: 'Show new password' }))
  expect(field('New password').type).toBe('text')
  expect(field('Current password').type).toBe('password')
  expect(screen.getByRole('button', { name: 'Hide new password' })).toBeTruthy()
})
