// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { userRow } from '../../../testing/rows.ts'
import { userSchema } from '../user-schema.ts'
import { EditDialog } from './edit-dialog.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const USER = userRow({ is_admin: true })

const answer = vi.fn<() => Promise<unknown>>()
const [update, match] = [vi.fn(), vi.fn()]

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const builder = { update, eq: vi.fn(), match, select: () => answer() }
  update.mockReturnValue(builder)
  builder.eq.mockReturnValue(builder)
  match.mockReturnValue(builder)
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

it('has an input for every column that it edits', () => {
  renderPage(<EditDialog user={USER} onClose={vi.fn()} />)
  const form = document.querySelector('form')
  const missing = Object.keys(userSchema.shape).filter((name) => !form?.querySelector(`[name="${name}"]`))
  expect(missing).toEqual([])
})

it('changes a member only if every edited column is still as the admin saw it', async () => {
  answer.mockResolvedValue({ error: null, status: 200, data: [{ id: USER.id }] })
  await demote()
  const columns = Object.keys(userSchema.shape)
  expect(Object.keys(update.mock.lastCall?.[0] ?? {})).toEqual([...columns, 'updated_at'])
  expect(match).toHaveBeenLastCalledWith(
    Object.fromEntries(columns.map((name) => [name, USER[name as keyof typeof USER]])),
  )
})
