// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Figures } from '../../../data/dashboard/figures-query.ts'
import { dashboardKeys } from '../../../data/dashboard/keys.ts'
import { prizesKeys } from '../../../data/prizes/keys.ts'
import type { UnclaimedAward } from '../../../data/prizes/unclaimed-query.ts'
import { supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { DashboardPage } from './dashboard-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))
vi.mock('../../../data/dashboard/realtime.ts', () => ({ useDashboardRealtime: () => {} }))

const HOUR = 3_600_000
const NOTHING: Figures = {
  points: 0,
  level: { name: 'Bank Walker', points: 0, earned: 0, next_name: 'Float Watcher', next_points: 100 },
  badges: 0,
  posts: 0,
  comments: 0,
  reactions: 0,
  entries: 0,
  hasPhoto: false,
  firstSession: null,
  history: [],
}
const award = (id: string, left: number): UnclaimedAward => ({
  id,
  claimDeadline: new Date(Date.now() + left).toISOString(),
  prize: {
    title: id,
    description: '',
    type: 'physical',
    pointsValue: null,
    imageUrl: null,
    retailValue: null,
    packageName: 'Box',
  },
})

interface Scene {
  figures?: Figures
  awards?: UnclaimedAward[]
  completed?: number
  pending?: number
}

function renderDashboard({ figures = NOTHING, awards = [], completed = 0, pending = 0 }: Scene) {
  return renderPage(<DashboardPage userId="7c1e" />, (queries) => {
    queries.setQueryData(dashboardKeys.figures('7c1e'), figures)
    queries.setQueryData(dashboardKeys.referralStats('7c1e'), { total: completed + pending, completed, pending })
    queries.setQueryData(dashboardKeys.pendingReferrals('7c1e'), [])
    queries.setQueryData(prizesKeys.unclaimed('7c1e'), awards)
  })
}

beforeEach(() => {
  vi.mocked(supabase).mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

describe('the dashboard', () => {
  it('shows each empty state once', () => {
    renderDashboard({})
    expect(screen.getAllByText('No points history yet.')).toHaveLength(1)
    expect(screen.getAllByText('No activity yet.')).toHaveLength(1)
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('shows the level with the points to the next one, and nothing to go at the highest', () => {
    const level = { name: 'Float Watcher', points: 100, earned: 180, next_name: 'Line Setter', next_points: 300 }
    renderDashboard({ figures: { ...NOTHING, points: 20, level } })
    const words = () => screen.getByText(/Float Watcher|Legend/).closest('p')?.textContent
    expect(words()).toBe('Level Float Watcher · 120 points to Line Setter')
    cleanup()
    const highest = { name: 'Bankside Legend', points: 12_000, earned: 12_500, next_name: null, next_points: null }
    renderDashboard({ figures: { ...NOTHING, level: highest } })
    expect(words()).toBe('Level Bankside Legend · Highest level')
  })

  it('shows no level in a club that has none', () => {
    renderDashboard({ figures: { ...NOTHING, points: 20, level: null } })
    expect(screen.queryByText(/Level/)).toBeNull()
    expect(screen.getByText('Points')).toBeTruthy()
  })

  it('formats large numbers with separators', () => {
    renderDashboard({ figures: { ...NOTHING, points: 2_000_000_000, reactions: 1_204 } })
    expect(screen.getByText('2,000,000,000')).toBeTruthy()
    expect(screen.getByText('1,204')).toBeTruthy()
  })

  it('describes the balance chart in one sentence', () => {
    const history = [200, -50].map((change, index) => ({
      id: String(index),
      kind: 'game' as const,
      change,
      reason: `Reason ${index}`,
      referredUsername: undefined,
      createdAt: '2026-10-03T12:00:00Z',
    }))
    renderDashboard({ figures: { ...NOTHING, points: 2480, history } })
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Points balance over the last 2 changes, from 2,330 to 2,480',
    )
    expect(screen.getByText('+150 over the last 2 changes')).toBeTruthy()
    // A dot for each change; the balance before the first one has none.
    expect([...screen.getByRole('img').children].filter(({ tagName }) => tagName === 'SPAN')).toHaveLength(2)
  })

  it('highlights the most urgent prize, and offers no claim for expired ones', () => {
    renderDashboard({ awards: [award('over', -HOUR), award('soon', 5 * HOUR), award('later', 500 * HOUR)] })
    const rows = within(screen.getByRole('region', { name: 'Prize Claims' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('h3')?.textContent)).toEqual(['soon', 'later', 'over'])
    expect(rows.map((row) => row.querySelector('.button')?.classList.contains('button-tip'))).toEqual([
      true,
      false,
      false,
    ])
    expect(rows[2]?.textContent).toContain('Expired')
    expect(rows[2]?.querySelector('button')?.disabled).toBe(true)
  })

  it('describes the bar of referrals as text', () => {
    renderDashboard({ completed: 2, pending: 1 })
    expect(screen.getByRole('img', { name: '2 completed, 1 pending' })).toBeTruthy()
  })

  it('shows a skeleton while it loads', () => {
    renderPage(<DashboardPage userId="7c1e" />)
    expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(5)
    expect(screen.queryByText('No points history yet.')).toBeNull()
  })

  it('shows one error with one retry button when loading fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.mocked(supabase).mockRejectedValue(new Error('network'))
    renderPage(<DashboardPage userId="7c1e" />)
    expect(await screen.findByRole('heading', { name: 'Failed to load statistics' })).toBeTruthy()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Try again'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(log).toHaveBeenCalledWith('loadStatistics', expect.any(Error))
  })
})
