// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { EditDialog } from './edit-dialog.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const USER = {
  id: '5f8a0d3e-2f62-4f35-9d3b-0e7a3b9a7c11',
  username: 'Dan',
  auth_email: 'dan@carpmail.test',
  is_admin: true,
  is_suspended: false,
  created_at: '2026-01-01T00:00:00Z',
  avatar_url: '',
  points: 0,
  suspended_until: null,
}

const answer = vi.fn<() => Promise<unknown>>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const builder = { update: vi.fn(), eq: vi.fn(), select: () => answer() }
  builder.update.mockReturnValue(builder)
  builder.eq.mockReturnValue(builder)
  vi.mocked(supabase).mockResolvedValue({ from: () => builder } as unknown as BanksideClient)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function demote(): Promise<{ closed: ReturnType<typeof vi.fn> }> {
  const closed = vi.fn()
  renderPage(<EditDialog user={USER} onClose={closed} />)
  await userEvent.click(screen.getByLabelText('Admin'))
  await userEvent.click(screen.getByText('Save'))
  return { closed }
}

it('says why the last admin cannot be demoted', async () => {
  const error = Object.assign(new Error('the last admin cannot be demoted'), { code: 'US001' })
  answer.mockResolvedValue({ error, status: 400, data: null })
  const { closed } = await demote()
  expect(await screen.findByText(/Failed to update user/)).toBeTruthy()
  expect(screen.getByText(/This is the last admin who is not suspended/)).toBeTruthy()
  expect(closed).not.toHaveBeenCalled()
})

it('shows no reason when the database gave none', async () => {
  answer.mockResolvedValue({
    error: Object.assign(new Error('violates a check'), { code: '23514' }),
    status: 400,
    data: null,
  })
  await demote()
  expect((await screen.findByText(/Failed to update user/)).textContent).toBe('Failed to update user')
})

it('closes once the change is saved', async () => {
  answer.mockResolvedValue({ error: null, status: 200, data: [{ id: USER.id }] })
  const { closed } = await demote()
  expect(closed).toHaveBeenCalledOnce()
})
