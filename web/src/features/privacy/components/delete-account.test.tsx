// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DeleteAccount } from './delete-account.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))
vi.mock('../../../config/offers.ts', () => ({ loadOffers: async () => ({ removesLeftFiles: true }) }))

const answer = vi.fn<() => Promise<unknown>>()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.mocked(supabase).mockResolvedValue({ rpc: answer } as unknown as BanksideClient)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function deleted(): Promise<void> {
  renderPage(
    <DeleteAccount open onClose={vi.fn()} userId="5f8a0d3e-2f62-4f35-9d3b-0e7a3b9a7c11" email="dan@carp.test" />,
  )
  await userEvent.type(screen.getByLabelText('Your password'), 'a password')
  await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
}

it.each([
  ['US001', /You are the only admin\. Make another member an admin first/],
  ['US002', /You are one of the club team\. Ask an admin to remove your rights first/],
])('tells one of the team who is refused with %s what to do', async (code, text) => {
  answer.mockResolvedValue({ error: Object.assign(new Error('refused'), { code }), data: null })
  await deleted()
  expect(await screen.findByText(text)).toBeTruthy()
})

it('tells a member that the password is wrong', async () => {
  answer.mockResolvedValue({ error: null, data: false })
  await deleted()
  expect(await screen.findByText('That is not your password. Nothing was deleted.')).toBeTruthy()
})
