// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FinalPlace,
  type PastSeason,
  seasonsQuery,
  seasonTableQuery,
} from '../../../data/leaderboard/seasons-query.ts'
import { supabase } from '../../../lib/supabase.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { SeasonsPage } from './seasons-page.tsx'

vi.mock('../../../lib/supabase.ts', () => ({ supabase: vi.fn() }))
vi.mock('../../../data/leaderboard/realtime.ts', () => ({ useLeaderboardRealtime: () => {} }))

const season = (begins: string, ends: string, name: string): PastSeason => ({
  begins,
  ends,
  name,
  closed_at: `${ends}T00:10:00Z`,
})
const SEASONS = [season('2026-01-01', '2027-01-01', '2026'), season('2024-06-16', '2025-06-16', '2024/25')]
const place = (rank: number, username: string | null, points: number): FinalPlace => ({
  season: '2026-01-01',
  rank,
  username,
  avatar_url: username === null ? null : '',
  points,
})

function renderSeasons(seasons: PastSeason[] | undefined, places: FinalPlace[] | undefined, begins?: string) {
  renderPage(<SeasonsPage begins={begins} />, (queries) => {
    if (seasons) queries.setQueryData(seasonsQuery().queryKey, seasons)
    if (places) queries.setQueryData(seasonTableQuery(begins).queryKey, places)
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

describe('past seasons', () => {
  it('show the newest first, with its places, medals and former members', () => {
    renderSeasons(SEASONS, [place(1, 'Nat', 900), place(1, null, 900), place(3, 'Mel', 80)])
    const links = within(screen.getByRole('navigation', { name: 'Seasons' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['2026', 'page'],
      ['2024/25', null],
    ])
    const rows = within(screen.getByRole('list', { name: 'Season 2026' })).getAllByRole('listitem')
    expect(rows).toHaveLength(3)
    expect(rows[0]?.querySelector('.plate-1')).toBeTruthy()
    expect(rows[1]?.textContent).toContain('Former member')
    expect(rows[2]?.querySelector('.plate-3')).toBeTruthy()
  })

  it('show the season that the address names', () => {
    renderSeasons(SEASONS, [place(1, 'Mel', 10)], '2024-06-16')
    expect(screen.getByRole('heading', { name: 'Season 2024/25' })).toBeTruthy()
  })

  it('say so when there is none yet, or not the one of the address', () => {
    renderSeasons([], [])
    expect(screen.getByText('No season has ended yet.')).toBeTruthy()
    cleanup()
    renderSeasons(SEASONS, [], '2020-01-01')
    expect(screen.getByText('There is no final table of this season.')).toBeTruthy()
  })

  it('report a failure', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.mocked(supabase).mockRejectedValue(new TypeError('no network'))
    renderSeasons(undefined, undefined)
    expect(await screen.findByRole('heading', { name: 'Failed to load past seasons' })).toBeTruthy()
    expect(log).toHaveBeenCalledWith('loadSeasons', expect.any(Error))
  })
})
