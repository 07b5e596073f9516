// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Referral } from '../../../data/referrals/history-query.ts'
import type { Invitation } from '../../../data/referrals/invitation-query.ts'
import { referralsKeys } from '../../../data/referrals/keys.ts'
import { type BanksideClient, supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ReferralSection } from './referral-section.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const PENDING: Referral = {
  id: 'r1',
  referred_email: 'raj@carpmail.test',
  referred_username: 'raj',
  status: 'pending',
  completed_at: null,
  points_awarded: null,
}
const COMPLETED: Referral = {
  ...PENDING,
  id: 'r2',
  referred_username: 'IvyReeds',
  status: 'completed',
  completed_at: '2026-10-03T12:00:00Z',
  points_awarded: 100,
}
const update = vi.fn<(id: string) => Promise<unknown>>()

beforeEach(() => {
  update.mockImplementation(async (id) => ({ data: [{ id }] }))
  const updated = (id: string) => ({ eq: () => ({ select: () => ({ throwOnError: () => update(id) }) }) })
  const channel = { on: () => channel, subscribe: () => channel }
  const client = {
    from: () => ({ update: () => ({ eq: (_column: 'id', id: string) => updated(id) }) }),
    channel: () => channel,
    removeChannel: async () => 'ok',
  }
  vi.mocked(supabase).mockResolvedValue(client as unknown as BanksideClient)
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const OPEN: Invitation = { joining: 'open', code: null, places: null, taken: null, expires_at: null }

const renderReferrals = (history: Referral[], invitation = OPEN) =>
  renderPage(<ReferralSection userId="7c1e" />, (queries) => {
    queries.setQueryData(referralsKeys.history('7c1e'), history)
    queries.setQueryData(referralsKeys.invitation('7c1e'), invitation)
  })

describe('the link', () => {
  it("leads to the register page with the member's id", () => {
    renderReferrals([])
    expect(screen.getByLabelText<HTMLInputElement>('Your referral link').value).toBe(
      `${window.location.origin}/register?ref=7c1e`,
    )
  })

  it('carries the invitation where the club asks for one, and says how long it works and for how many', () => {
    renderReferrals([], {
      joining: 'invitation',
      code: 'k3y',
      places: 20,
      taken: 19,
      expires_at: '2026-12-24T12:00:00Z',
    })
    expect(screen.getByLabelText<HTMLInputElement>('Your referral link').value).toBe(
      `${window.location.origin}/register?ref=7c1e&invite=k3y`,
    )
    expect(screen.getByText(/works until .*2026 for 1 more member\./)).toBeTruthy()
  })

  it('is not there in a closed club, nor before it is made', () => {
    renderReferrals([], { ...OPEN, joining: 'closed' })
    expect(screen.getByText(/takes no new members at the moment/)).toBeTruthy()
    expect(screen.queryByLabelText('Your referral link')).toBeNull()
    cleanup()
    renderReferrals([], { ...OPEN, joining: 'invitation' })
    expect(screen.getByRole('button', { name: 'Make an invitation link' })).toBeTruthy()
    expect(screen.queryByLabelText('Your referral link')).toBeNull()
  })

  it('is copied, with a confirmation for two seconds', async () => {
    vi.useFakeTimers()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    renderReferrals([])
    await act(async () => screen.getByRole('button', { name: 'Copy Link' }).click())
    expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/register?ref=7c1e`)
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(1900))
    expect(screen.getByRole('button', { name: 'Copied!' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy()
  })
})

describe('the history', () => {
  it('suggests sharing the link while it is empty', () => {
    renderReferrals([])
    expect(screen.getByText('No referrals yet. Share your link to start earning points!')).toBeTruthy()
  })

  it('shows pending and completed referrals with dates and points', () => {
    renderReferrals([PENDING, COMPLETED])
    expect(screen.getByText('Pending referral raj@carpmail.test')).toBeTruthy()
    expect(screen.getByText('raj')).toBeTruthy()
    expect(screen.getByText('Awaiting registration')).toBeTruthy()
    expect(screen.getByText('Successfully referred IvyReeds')).toBeTruthy()
    expect(screen.getByText(/^Completed on .*October.* 2026|^Completed on October/)).toBeTruthy()
    expect(screen.getByText('+100')).toBeTruthy()
  })

  it('approves only the chosen referral', async () => {
    renderReferrals([PENDING, COMPLETED])
    await userEvent.click(screen.getByRole('button', { name: /Approve/ }))
    expect(await screen.findByText('Referral approved successfully!')).toBeTruthy()
    expect(update).toHaveBeenCalledExactlyOnceWith('r1')
  })

  it('shows an error when an approval fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    update.mockRejectedValue(new Error('network'))
    renderReferrals([PENDING])
    await userEvent.click(screen.getByRole('button', { name: /Approve/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to approve referral')
  })

  it('takes the error back when the referral turns out to be approved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    update.mockRejectedValue(new Error('network'))
    const { queries } = renderReferrals([PENDING])
    await userEvent.click(screen.getByRole('button', { name: /Approve/ }))
    await screen.findByRole('alert')
    act(() => queries.setQueryData(referralsKeys.history('7c1e'), [{ ...COMPLETED, id: 'r1' }]))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })
})
