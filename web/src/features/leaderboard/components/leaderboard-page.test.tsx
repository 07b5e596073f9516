// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaderboardKeys } from '../../../data/leaderboard/keys.ts'
import type { OwnPosition } from '../../../data/leaderboard/position-query.ts'
import type { RankedMember } from '../../../data/leaderboard/ranking-query.ts'
import type { Timeframe } from '../../../data/leaderboard/timeframe.ts'
import { supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { LeaderboardPage } from './leaderboard-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))
// It asks for the client too, whenever it tries to follow changes, and the tests below count what the page asks for.
vi.mock('../../../data/leaderboard/realtime.ts', () => ({ useLeaderboardRealtime: () => {} }))

const VIEWER = { id: '7c1e', username: 'Tom_Withy', avatarUrl: null }
const member = (rank: number, username: string, points: number): RankedMember => ({
  rank,
  username,
  avatar_url: '',
  badge_count: rank,
  points,
})
const RANKING = [
  member(1, 'Nightowl_Nat', 6940),
  member(2, 'mirrormad_mel', 6215),
  member(3, 'Old Gregor', 5870),
  member(4, 'PegFourPaul', 5160),
  member(4, 'leney_lou', 5160),
  member(6, 'Tom_Withy', 2480),
]
const POSITION: OwnPosition = { rank: 6, points: 2480, badgeCount: 4, ahead: { username: 'Marsh_Mike', gap: 130 } }

interface Scene {
  ranking?: RankedMember[]
  position?: OwnPosition | null
  viewer?: typeof VIEWER | undefined
  onTimeframe?: (timeframe: Timeframe) => void
}

function renderLeaderboard({ ranking, position, viewer, onTimeframe = () => {} }: Scene) {
  return renderPage(
    <LeaderboardPage timeframe="all" onTimeframe={onTimeframe} signedIn={viewer !== undefined} viewer={viewer} />,
    (queries) => {
      if (ranking) queries.setQueryData(leaderboardKeys.ranking('all'), ranking)
      if (position !== undefined) queries.setQueryData(leaderboardKeys.position('all', VIEWER.id), position)
    },
  )
}

beforeEach(() => {
  vi.mocked(supabase).mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
  vi.restoreAllMocks()
})

describe('the ranking', () => {
  it('shows second, first and third on the podium and the others below it', () => {
    renderLeaderboard({ ranking: RANKING })
    const podium = screen.getByRole('list', { name: 'Top three' })
    expect(
      within(podium)
        .getAllByRole('listitem')
        .map((step) => step.querySelector('b')?.textContent),
    ).toEqual(['mirrormad_mel', 'Nightowl_Nat', 'Old Gregor'])
    const list = screen.getByRole('list', { name: 'Ranking from the fourth' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByText('6,940')).toBeTruthy()
  })

  it('gives members with equal points the same rank', () => {
    renderLeaderboard({ ranking: RANKING })
    const rows = within(screen.getByRole('list', { name: 'Ranking from the fourth' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('.peg')?.textContent)).toEqual(['Rank 4', 'Rank 4', 'Rank 6'])
  })

  it('gives members who share a rank on the podium the same metal', () => {
    renderLeaderboard({ ranking: [member(1, 'a', 9), member(1, 'b', 9), member(3, 'c', 5)] })
    expect(document.querySelectorAll('.podium .peg-1')).toHaveLength(2)
    expect(document.querySelectorAll('.podium .peg-2')).toHaveLength(0)
    expect(document.querySelectorAll('.podium .peg-3')).toHaveLength(1)
  })

  it('says so when nobody has points', () => {
    renderLeaderboard({ ranking: [] })
    expect(screen.getByText('No points recorded for this time period.')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Top three' })).toBeNull()
  })

  it('shows the shape of the list while it loads', () => {
    renderLeaderboard({})
    expect(screen.getByText('Loading leaderboard')).toBeTruthy()
    expect(document.querySelectorAll('.sk').length).toBeGreaterThan(10)
    expect(screen.queryByText('No points recorded for this time period.')).toBeNull()
  })

  it('says so when loading fails, and tries again when asked', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.mocked(supabase).mockRejectedValue(new Error('network'))
    renderLeaderboard({})
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load leaderboard')
    expect(log).toHaveBeenCalledWith('loadLeaderboard', expect.any(Error))
    const before = vi.mocked(supabase).mock.calls.length
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(vi.mocked(supabase).mock.calls.length).toBe(before + 1)
  })

  it('tells which tab was chosen', async () => {
    const onTimeframe = vi.fn()
    renderLeaderboard({ ranking: RANKING, onTimeframe })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['All Time', 'This Month', 'This Week'])
    await userEvent.click(screen.getByRole('tab', { name: 'This Week' }))
    expect(onTimeframe).toHaveBeenCalledWith('week')
  })
})

describe("the viewer's own place", () => {
  it('is marked in the list and stands beside it with the gap to the next place', () => {
    renderLeaderboard({ ranking: RANKING, position: POSITION, viewer: VIEWER })
    const row = document.querySelector('.lb-row.is-you')
    expect(row?.textContent).toContain('You')
    const place = screen.getByRole('complementary', { name: 'Your position' })
    expect(place.textContent).toContain('130 behind Marsh_Mike')
    expect(within(place).getByText('Your position')).toBeTruthy()
  })

  it('is shown to no guest', () => {
    renderLeaderboard({ ranking: RANKING })
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(document.querySelector('.is-you')).toBeNull()
  })

  it('is left out for a member who is not ranked', () => {
    renderLeaderboard({ ranking: RANKING, position: null, viewer: VIEWER })
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('says what is missing without points, and who leads at the top', () => {
    renderLeaderboard({
      ranking: RANKING,
      position: { ...POSITION, rank: null, points: 0, ahead: undefined },
      viewer: VIEWER,
    })
    expect(screen.getByText('No points in this time yet')).toBeTruthy()
    cleanup()
    renderLeaderboard({ ranking: RANKING, position: { ...POSITION, rank: 1, ahead: undefined }, viewer: VIEWER })
    expect(screen.getByText('In the lead')).toBeTruthy()
  })
})
