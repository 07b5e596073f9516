// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Overview as Figures } from '../../data/overview/console-overview-query.ts'
import { overviewKeys } from '../../data/overview/keys.ts'
import { supabase } from '../../lib/supabase.ts'
import { renderPage } from '../../testing/render-page.tsx'
import * as styles from './overview.module.css'
import { Overview } from './overview.tsx'

vi.mock('../../lib/supabase.ts', () => ({ supabase: vi.fn() }))

const DAY = 86_400_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const age = (from_day: number, to_day: number | null) => ({ from_day, to_day, pending: 0, processing: 0, shipped: 0 })
const EMPTY: Figures = {
  days: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
    sign_ups: 0,
    posts: 0,
  })),
  members: { total: 0, week: 0, month: 0 },
  points: [],
  claims: [age(0, 2), age(3, 7), age(8, 14), age(15, null)],
  unclaimed: 0,
  games: [],
  games_total: 0,
}

const renderOverview = (figures?: Figures) =>
  renderPage(<Overview />, (queries) => {
    if (figures) queries.setQueryData(overviewKeys.figures(), figures)
  })
const card = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => {
  vi.mocked(supabase).mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the overview', () => {
  it('shows a skeleton while loading', () => {
    renderOverview()
    expect(screen.getByText('Loading statistics')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Sign-ups' })).toBeNull()
  })

  it('shows texts instead of charts when there is no data', () => {
    renderOverview(EMPTY)
    for (const text of ['No sign-ups in the last 30 days.', 'No open claims.', 'No games in progress.'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('has a table of all days beside each chart, and marks the last day as today', () => {
    const days = EMPTY.days.map((day, index) => ({ ...day, sign_ups: index === 29 ? 7 : 0 }))
    const { container } = renderOverview({ ...EMPTY, days })
    expect(card('Sign-ups').getAllByRole('row')).toHaveLength(31)
    expect(card('Sign-ups').getAllByRole('cell').at(-1)?.textContent).toBe('7')
    const last = [...container.querySelectorAll('rect')].at(-1)
    expect(last?.getAttribute('height')).toBe('70')
    expect([...container.querySelectorAll(`.${styles.today}`)]).toEqual([last])
  })

  it('divides open claims by status and leaves out empty parts', () => {
    const claims = [{ ...age(0, 2), pending: 2, shipped: 1 }, age(3, 7)]
    renderOverview({ ...EMPTY, claims })
    const [first, second] = card('Open claims by age').getAllByRole('listitem')
    expect(first?.textContent).toBe('0 to 2 days32 pending1 shipped')
    expect(second?.textContent).toBe('3 to 7 days0')
  })

  it('shows whether each game is running, has not started or has to be completed', () => {
    const game = { type: 'pick_swim', entries: 1, start_date: at(-DAY), end_date: at(2.5 * DAY) }
    const games = [
      { ...game, id: '1', title: 'Running' },
      { ...game, id: '2', title: 'Over', end_date: at(-1000) },
      { ...game, id: '3', title: 'Later', start_date: at(DAY) },
    ]
    renderOverview({ ...EMPTY, games, games_total: 15 })
    const rows = card('Games in progress').getAllByRole('listitem')
    expect(rows[0]?.textContent).toContain('Pick a swim · 2 days left')
    expect(rows[1]?.textContent).toContain('ended, not completed')
    expect(rows[2]?.textContent).toContain('starts ')
    expect(screen.getByRole('link', { name: '12 more games' }).getAttribute('href')).toBe('/admin/games')
  })
})

it('requests days in UTC when the database does not know the browser’s time zone', async () => {
  const answers = [
    { data: null, error: { code: '22023' } },
    { data: EMPTY, error: null },
  ]
  const rpc = vi.fn(() => {
    const answer = Promise.resolve(answers.shift())
    return { abortSignal: () => Object.assign(answer, { throwOnError: () => answer }) }
  })
  vi.mocked(supabase).mockResolvedValue({ rpc } as never)
  renderOverview()
  expect(await screen.findByText('No games in progress.')).toBeTruthy()
  expect(rpc.mock.calls).toEqual([
    ['admin_overview', { time_zone: expect.any(String) }],
    ['admin_overview', {}],
  ])
})
