// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaderboardKeys } from '../../../data/leaderboard/keys.ts'
import { type NearMember, nearQuery } from '../../../data/leaderboard/near-query.ts'
import type { OwnPosition } from '../../../data/leaderboard/position-query.ts'
import type { RankedMember } from '../../../data/leaderboard/ranking-query.ts'
import type { Timeframe } from '../../../data/leaderboard/timeframe.ts'
import { supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { LeaderboardPage } from './leaderboard-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))
// Realtime asks for the client too whenever it connects, and the tests below count the page's requests.
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
  near?: NearMember[]
  viewer?: typeof VIEWER | undefined
  onTimeframe?: (timeframe: Timeframe) => void
}

function renderLeaderboard({ ranking, position, near, viewer, onTimeframe = () => {} }: Scene) {
  return renderPage(
    <LeaderboardPage timeframe="all" onTimeframe={onTimeframe} userId={viewer?.id} viewer={viewer} />,
    (queries) => {
      if (ranking) queries.setQueryData(leaderboardKeys.ranking('all'), ranking)
      if (near) queries.setQueryData(nearQuery('all', VIEWER.id).queryKey, near)
      if (position !== undefined) queries.setQueryData(leaderboardKeys.position('all', VIEWER.id), position)
    },
  )
}

beforeEach(() => {
  vi.mocked(supabase).mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  // The page keeps the ranking for offline.
  localStorage.clear()
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
    const list = screen.getByRole('list', { name: 'Ranking from fourth place' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByText('6,940')).toBeTruthy()
  })

  it('gives members with equal points the same rank', () => {
    renderLeaderboard({ ranking: RANKING })
    const rows = within(screen.getByRole('list', { name: 'Ranking from fourth place' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('.plate')?.textContent)).toEqual(['Rank 4', 'Rank 4', 'Rank 6'])
  })

  it('gives members who share a rank on the podium the same metal', () => {
    renderLeaderboard({ ranking: [member(1, 'a', 9), member(1, 'b', 9), member(3, 'c', 5)] })
    const podium = screen.getByRole('list', { name: 'Top three' })
    expect(podium.querySelectorAll('.plate-1')).toHaveLength(2)
    expect(podium.querySelectorAll('.plate-2')).toHaveLength(0)
    expect(podium.querySelectorAll('.plate-3')).toHaveLength(1)
  })

  it('shows the empty state when no member has points', () => {
    renderLeaderboard({ ranking: [] })
    expect(screen.getByText('No points recorded for this time period.')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'Top three' })).toBeNull()
  })

  it('shows a skeleton while it loads', () => {
    renderLeaderboard({})
    expect(screen.getByText('Loading leaderboard')).toBeTruthy()
    expect(document.querySelectorAll('.skeleton').length).toBeGreaterThan(10)
    expect(screen.queryByText('No points recorded for this time period.')).toBeNull()
  })

  it('shows an error when loading fails, and retries on request', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.mocked(supabase).mockRejectedValue(new Error('network'))
    renderLeaderboard({})
    expect(await screen.findByRole('heading', { name: 'Failed to load leaderboard' })).toBeTruthy()
    expect(log).toHaveBeenCalledWith('loadLeaderboard', expect.any(Error))
    const before = vi.mocked(supabase).mock.calls.length
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(vi.mocked(supabase).mock.calls.length).toBe(before + 1)
  })

  it('reports the chosen tab', async () => {
    const onTimeframe = vi.fn()
    renderLeaderboard({ ranking: RANKING, onTimeframe })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'All Time',
      'This Season',
      'This Month',
      'This Week',
    ])
    await userEvent.click(screen.getByRole('tab', { name: 'This Week' }))
    expect(onTimeframe).toHaveBeenCalledWith('week')
  })
})

describe("the viewer's own position", () => {
  it('is marked in the list and shown beside it with the gap to the next place', () => {
    renderLeaderboard({ ranking: RANKING, position: POSITION, viewer: VIEWER })
    const rows = within(screen.getByRole('list', { name: 'Ranking from fourth place' })).getAllByRole('listitem')
    const marked = rows.filter((row) => within(row).queryByText('You'))
    expect(marked.map((row) => row.querySelector('[title]')?.textContent)).toEqual([VIEWER.username])
    const place = screen.getByRole('complementary', { name: 'Your position' })
    expect(place.textContent).toContain('130 behind Marsh_Mike')
    expect(within(place).getByText('Your position')).toBeTruthy()
  })

  it('is not shown to guests', () => {
    renderLeaderboard({ ranking: RANKING })
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(screen.queryByText('You')).toBeNull()
  })

  it('is not shown for a member without a rank', () => {
    renderLeaderboard({ ranking: RANKING, position: null, viewer: VIEWER })
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('has a text for a member without points, and for the leader', () => {
    renderLeaderboard({
      ranking: RANKING,
      position: { ...POSITION, rank: null, points: 0, ahead: undefined },
      viewer: VIEWER,
    })
    expect(screen.getByText('No points yet')).toBeTruthy()
    cleanup()
    renderLeaderboard({ ranking: RANKING, position: { ...POSITION, rank: 1, ahead: undefined }, viewer: VIEWER })
    expect(screen.getByText('In the lead')).toBeTruthy()
  })
})

describe('who is near the viewer', () => {
  const near = (username: string, points: number): NearMember => ({
    username,
    avatar_url: '',
    badge_count: 0,
    points,
    is_own: username === VIEWER.username,
  })
  const NEAR = [near('Marsh_Mike', 52), near('Reed', 40), near('Tom_Withy', 40), near('Sedge', 31)]
  const others = RANKING.filter(({ username }) => username !== VIEWER.username)

  it('is shown below the ranking to a member who is not in it, with the points between', async () => {
    renderLeaderboard({ ranking: others, position: { ...POSITION, rank: 143, points: 40 }, near: NEAR, viewer: VIEWER })
    const region = await screen.findByRole('region', { name: 'Near you' })
    const texts = within(region)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(texts[0]).toContain('12 ahead')
    expect(texts[1]).toContain('Level with you')
    expect(texts[2]).toContain('Rank 143')
    expect(texts[2]).toContain('You')
    expect(texts[3]).toContain('9 behind')
  })

  it('is not shown to a member in the ranking, without points, or to guests', async () => {
    await import('./near-you.tsx')
    for (const scene of [
      { ranking: RANKING, position: POSITION, viewer: VIEWER },
      { ranking: others, position: { ...POSITION, rank: null, points: 0 }, viewer: VIEWER },
      { ranking: others },
    ]) {
      renderLeaderboard({ ...scene, near: NEAR })
      await act(async () => {})
      expect(screen.queryByRole('region', { name: 'Near you' })).toBeNull()
      cleanup()
    }
  })
})
