import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'

// A club of 40 members without accounts of their own, and one who reads.

let engine: TestEngine
let reader: Persona
const query = (sql: string, values: unknown[] = []) => engine.owner.query(sql, values)
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

beforeAll(async () => {
  engine = await startEngine()
  reader = await signUp(engine, { username: 'Mallow' })
  // A season that has run for 100 days, whatever the date.
  await query(`update public.site_settings
    set season_begins = replace(to_char(now() - interval '100 days', 'MM-DD'), '02-29', '02-28')`)
})
afterAll(() => engine.close())

/** Replaces the club: members by name with their points, given so many days ago. */
async function club(points: Record<string, number>, days = 3) {
  await query('delete from auth.users where id <> $1', [reader.user.id])
  // The same names are taken again.
  await query('delete from private.username_keys where user_id <> $1', [reader.user.id])
  await emptyLedger()
  for (const [name, sum] of Object.entries(points)) {
    let id = reader.user.id
    if (name !== 'Mallow') {
      id = randomUUID()
      await query(
        'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
        [id, `${id}@example.com`, { username: name }],
      )
    }
    await query(
      `insert into public.points_log (user_id, points_change, reason, created_at) values ($1, $2, 'Given', $3)`,
      [id, sum, ago(days)],
    )
  }
}

async function emptyLedger() {
  await query('alter table public.points_log disable trigger user')
  await query('delete from public.points_log')
  await query('delete from private.points_by_day')
  await query('delete from private.points_by_month')
  await query('delete from private.points_earned')
  await query('delete from private.season_points')
  await query('update public.profiles set points = 0')
  await query('alter table public.points_log enable trigger user')
}
type Near = { username: string; points: number; is_own: boolean }[]
type Since = number | 'season' | undefined
const near = async (since?: Since) =>
  expectAllowed(
    since === 'season'
      ? await reader.rpc('season_leaderboard_near')
      : await reader.rpc('leaderboard_near', since ? { start_date: ago(since) } : {}),
  ) as Near
const names = async (since?: Since) => (await near(since)).map(({ username }) => username)
const letters = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `Angler ${String.fromCharCode(97 + from + at)}`)
const line = Object.fromEntries(letters(20).map((name, at) => [name, 1000 - at * 10]))

describe.each([
  ['of all time', undefined],
  ['of the last 7 days', 7],
  ['of the last month', 30],
  ['of the season', 'season'],
] as [string, Since][])('near a member on the ranking %s', (_, since) => {
  it('are five above and five below, with the own row marked', async () => {
    await club({ ...line, Mallow: 905 })
    const rows = await near(since)
    expect(rows.map(({ points }) => points)).toEqual([950, 940, 930, 920, 910, 905, 900, 890, 880, 870, 860])
    expect(rows.filter(({ is_own }) => is_own).map(({ username }) => username)).toEqual(['Mallow'])
  })

  it('are fewer at an end of the ranking', async () => {
    await club({ ...line, Mallow: 5000 })
    expect((await near(since)).map(({ points }) => points)).toEqual([5000, 1000, 990, 980, 970, 960])
    await club({ ...line, Mallow: 5 })
    expect((await near(since)).map(({ points }) => points)).toEqual([850, 840, 830, 820, 810, 5])
  })

  it('of equal points are in the order of the ranking', async () => {
    const equal = Object.fromEntries([...letters(8), 'Zander 1', 'Zander 2', 'Zander 10'].map((name) => [name, 70]))
    await club({ ...equal, Mallow: 70, Top: 90, Bottom: 10 })
    const found = await names(since)
    const all = expectAllowed(
      since === 'season'
        ? await guest(engine).rpc('season_leaderboard')
        : since
          ? await guest(engine).rpc('get_points_by_timeframe', { start_date: ago(since) })
          : await guest(engine).from('leaderboard').select('*').order('rank').order('username'),
    ) as { username: string }[]
    const ranking = all.map(({ username }) => username)
    const at = ranking.indexOf('Mallow')
    expect(new Set(found)).toEqual(new Set(ranking.slice(at - 5, at + 6)))
    expect(found.indexOf('Mallow')).toBe(5)
    expect(found.slice(6, 9)).toEqual(['Zander 1', 'Zander 2', 'Zander 10'])
  })

  it('are no suspended members, and none without points', async () => {
    await club({ Perch: 100, Mallow: 50, Ruffe: 40, Tench: -10 })
    await query(`update public.profiles set is_suspended = true where username = 'Perch'`)
    expect(await names(since)).toEqual(['Mallow', 'Ruffe'])
  })

  it('are nobody for a member without points, or who is suspended', async () => {
    await club({ Perch: 100 })
    expect(await names(since)).toEqual([])
    await club({ Perch: 100, Mallow: 50 })
    await query('update public.profiles set is_suspended = true where id = $1', [reader.user.id])
    expect(await names(since)).toEqual([])
    await query('update public.profiles set is_suspended = false where id = $1', [reader.user.id])
    expect(await names(since)).toEqual(['Perch', 'Mallow'])
  })
})

describe('who is near', () => {
  it('includes a blocked member by name, as the ranking does', async () => {
    await club({ Mallow: 50 })
    const other = await signUp(engine, { username: 'Barbel' })
    await query(`insert into public.points_log (user_id, points_change, reason) values ($1, 60, 'Given')`, [
      other.user.id,
    ])
    await query('insert into private.member_blocks (blocker_id, blocked_id) values ($1, $2)', [
      other.user.id,
      reader.user.id,
    ])
    expect(await names()).toEqual(['Barbel', 'Mallow'])
  })

  it('counts only the timeframe', async () => {
    await club({ Perch: 100, Mallow: 50 }, 20)
    expect(await names(7)).toEqual([])
    expect(await names(30)).toEqual(['Perch', 'Mallow'])
  })

  it('is for members, and for the two timeframes', async () => {
    expectDenied(await guest(engine).rpc('leaderboard_near'))
    expectDenied(await guest(engine).rpc('season_leaderboard_near'))
    expectError(await reader.rpc('leaderboard_near', { start_date: ago(200) }), '22023')
  })
})

// Last, because it takes long to delete these members.
describe('who is near among hundreds', () => {
  beforeAll(async () => {
    await club({})
    await query(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
          select u.id, u.id || '@example.com', jsonb_build_object('username', u.name), now()
          from (
            select gen_random_uuid() as id, s.side || ' ' || (1000 + n) as name
            from unnest(array['Barbel', 'Zander']) as s (side), generate_series(1, 520) as n
          ) as u`,
    )
  }, 120_000)

  it.each([
    ['equal points', 70, 70],
    ['more and with fewer points', 90, 50],
  ])(
    'with %s are the nearest by name',
    async (_, above, below) => {
      await emptyLedger()
      await query(
        `insert into public.points_log (user_id, points_change, reason, created_at)
          select p.id, case when p.username like 'Barbel%' then $1::integer when p.username = 'Mallow' then 70 else $2::integer end,
            'Given', $3::timestamptz
          from public.profiles as p`,
        [above, below, ago(3)],
      )
      const expected = [
        ...[1516, 1517, 1518, 1519, 1520].map((number) => `Barbel ${number}`),
        'Mallow',
        ...[1001, 1002, 1003, 1004, 1005].map((number) => `Zander ${number}`),
      ]
      for (const since of [undefined, 7, 30, 'season'] as const) expect(await names(since)).toEqual(expected)
    },
    60_000,
  )
})
