import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { BROKEN_SEASONS, longSeason } from './season-rows.ts'

// What is kept of a season when it has ended. Time does not pass here: the season that is closed next is moved a year back.

let area: MemberArea
let club: Persona[]
beforeAll(async () => {
  area = await openMemberArea()
  // Names in their order on a board: of random ones, in which a digit counts as the letter it looks like, it is not known.
  club = await Promise.all(
    ['Amber', 'Bryn', 'Carys', 'Derek', 'Ewan'].map((username) => signUp(area.engine, { username })),
  )
})
afterAll(() => area.engine.close())

const rows = (sql: string, values: unknown[] = []) => area.engine.owner.query(sql, values)
const one = async (sql: string, values: unknown[] = []) => Object.values((await area.row(sql, values)) ?? {})[0]
const member = (at: number) => club[at] as Persona
/** The ledger of a season: points of the first members, given 30 days after its first day, of the year before this one. */
const earn = async (points: number[], yearsBack = 1) => {
  for (const [at, sum] of points.entries())
    await area.row(
      `insert into public.points_log (user_id, points_change, reason, created_at)
        select $1, $2, 'Match', private.current_season() - make_interval(years => $3) + interval '30 days'`,
      [member(at).user.id, sum, yearsBack],
    )
}
const goBack = (years = 1) =>
  area.row('update private.running_season set begins = (begins - make_interval(years => $1))::date', [years])
const close = () => one('select private.close_seasons()')
const table = async (season?: string, reader: Pick<Persona, 'rpc'> = guest(area.engine)) =>
  expectAllowed(await reader.rpc('season_table', season ? { season } : {})) as {
    season: string
    rank: number
    username: string | null
    points: number
  }[]
const seasons = async () =>
  expectAllowed(await guest(area.engine).rpc('seasons')) as { begins: string; ends: string; name: string }[]
const medals = async (of: Persona, reader: Persona = area.member) =>
  (expectAllowed(await reader.rpc('member_page', { name: of.user.username })) as { medals: object[] }[])[0]?.medals

beforeEach(async () => {
  await area.row('delete from private.seasons')
  await area.row('alter table public.points_log disable trigger user')
  await area.row('delete from public.points_log')
  await area.row('alter table public.points_log enable trigger user')
  await longSeason(area)
  await area.row('select private.follow_seasons()')
})

describe('a season that has ended', () => {
  it('is closed once: its first places are kept with their points, equal ones share a rank', async () => {
    await goBack()
    await earn([500, 300, 300, 200, -10])
    const begins = await one('select begins::text from private.running_season')
    expect(await close()).toBe(1)
    const kept = await table()
    expect(kept.map(({ rank, points }) => [rank, points])).toEqual([
      [1, 500],
      [2, 300],
      [2, 300],
      [4, 200],
    ])
    expect(kept.map(({ username }) => username)).toEqual(['Amber', 'Bryn', 'Carys', 'Derek'])
    expect(await seasons()).toMatchObject([{ begins, name: await one('select private.season_name($1)', [begins]) }])
    expect(await close()).toBe(0)
    expect(await table()).toEqual(kept)
    expect(await rows(BROKEN_SEASONS)).toEqual([])
    expect(await one('select begins = private.current_season() from private.running_season')).toBe(true)
  })

  it('is not closed within ten minutes of its end, nor before', async () => {
    await earn([50], 0)
    expect(await close()).toBe(0)
    // Ends now, by a first day that is today: midnight was up to a day ago, so the wait is what remains of it.
    await goBack()
    await earn([50])
    const sinceEnd = `now() - (select (begins + interval '1 year') at time zone zone from private.running_season)`
    expect(await one(`select private.close_ended_seasons(${sinceEnd} + interval '1 second')`)).toBe(0)
    expect(await seasons()).toEqual([])
    expect(await one(`select private.close_ended_seasons(${sinceEnd} - interval '1 second')`)).toBe(1)
  })

  it('has no table when nobody earned a point in it', async () => {
    await goBack()
    expect(await close()).toBe(0)
    expect(await seasons()).toEqual([])
  })

  it('of several that ended while nothing ran are closed one by one', async () => {
    await goBack(3)
    await earn([10, 20], 3)
    await earn([30], 1)
    expect(await close()).toBe(2)
    const found = await seasons()
    expect(found).toHaveLength(2)
    expect((await table(found[0]?.begins)).map(({ points }) => points)).toEqual([30])
    expect((await table(found[1]?.begins)).map(({ points }) => points)).toEqual([20, 10])
    expect(await rows(BROKEN_SEASONS)).toEqual([])
  })

  it('leaves out who is suspended when it is closed, and keeps 100', async () => {
    await goBack()
    await earn([500, 400])
    await area.row('update public.profiles set is_suspended = true where id = $1', [member(0).user.id])
    await close()
    await area.row('update public.profiles set is_suspended = false where id = $1', [member(0).user.id])
    expect((await table()).map(({ rank, username }) => [rank, username])).toEqual([[1, member(1).user.username]])
  })
})

describe('a final table', () => {
  beforeEach(async () => {
    await goBack()
    await earn([500, 400, 300, 200])
    await close()
  })

  it('does not change by what is entered or corrected later, which counts in no season', async () => {
    const before = await table()
    await earn([1000, -500])
    expect(await table()).toEqual(before)
    expect(await close()).toBe(0)
    expect(await table()).toEqual(before)
    expect(await rows(BROKEN_SEASONS)).toEqual([])
  })

  it('is closed no second time when the settings are moved back or by some days', async () => {
    const before = await rows('select * from private.season_places order by position')
    const season = String((await seasons())[0]?.begins)
    await goBack()
    await area.row('select private.follow_seasons()')
    await goBack()
    await earn([900])
    expect(await close()).toBe(0)
    const days = (count: number) =>
      area.row('update private.running_season set begins = $1::date + $2::integer', [season, count])
    await days(89)
    await earn([900])
    expect(await close()).toBe(0)
    expect(await rows('select * from private.season_places order by position')).toEqual(before)
  })

  it('has the name and avatar of today', async () => {
    const name = `angler-${Date.now()}`
    await area.row('update public.profiles set username = $2 where id = $1', [member(0).user.id, name])
    member(0).user.username = name
    expect((await table())[0]?.username).toBe(name)
  })

  it('keeps the row of a deleted account without a name, and its place', async () => {
    const gone = await signUp(area.engine)
    await area.row('update private.season_places set user_id = $1 where position = 2', [gone.user.id])
    expect(await medals(gone)).toHaveLength(1)
    await area.row('delete from auth.users where id = $1', [gone.user.id])
    expect((await table())[1]).toMatchObject({ rank: 2, username: null, avatar_url: null, points: 400 })
    // The next account of the same address and name has no medal.
    const next = await signUp(area.engine, { email: gone.user.email, username: gone.user.username })
    club[4] = next
    expect(await medals(next)).toEqual([])
  })

  it('is without a member who is suspended, while they are', async () => {
    const suspend = (is: boolean) =>
      area.row('update public.profiles set is_suspended = $2 where id = $1', [member(1).user.id, is])
    await suspend(true)
    expect((await table()).map(({ rank }) => rank)).toEqual([1, 3, 4])
    expect(await medals(member(1))).toEqual([])
    await suspend(false)
    expect((await table()).map(({ rank }) => rank)).toEqual([1, 2, 3, 4])
  })

  it('is read by guests and members, with no ID, and written by nobody', async () => {
    const rows = await table()
    for (const who of [area.member, area.admin, area.suspended]) expect(await table(undefined, who)).toEqual(rows)
    for (const row of rows)
      expect(Object.keys(row).sort()).toEqual(['avatar_url', 'points', 'rank', 'season', 'username'])
    for (const who of [guest(area.engine), area.member, area.admin]) {
      for (const name of ['close_seasons', 'follow_seasons']) expect((await who.rpc(name)).error?.code).toBe('PGRST202')
    }
    expect(
      await area.engine.owner.query(
        `select r.name, t.oid::regclass::text as of from unnest('{anon,authenticated,service_role}'::text[]) as r (name),
            unnest('{private.seasons,private.season_places}'::regclass[]) as t (oid)
          where has_table_privilege(r.name, t.oid, 'select, insert, update, delete')`,
      ),
    ).toEqual([])
    expect(await table('2001-01-01')).toEqual([])
  })

  it('has a row of each member in the copy of their own data', async () => {
    const { seasons } = expectAllowed(await member(2).rpc('my_data'))
    expect(seasons).toEqual([{ season: expect.any(String), points: 300, rank: 3, is_final: true }])
  })
})

describe('a medal', () => {
  it('is what the first three have on their page, by their rank, the newest first', async () => {
    await goBack(2)
    await earn([500, 300, 300, 200], 2)
    await earn([100, 200, 300, 400], 1)
    await close()
    const names = (await seasons()).map(({ name }) => name)
    const shown = async (at: number) =>
      ((await medals(member(at))) as { season: string; rank: number }[]).map(({ season, rank }) => [season, rank])
    expect(await shown(0)).toEqual([[names[1], 1]])
    expect(await shown(1)).toEqual([
      [names[0], 3],
      [names[1], 2],
    ])
    expect(await shown(2)).toEqual([
      [names[0], 2],
      [names[1], 2],
    ])
    expect(await shown(3)).toEqual([[names[0], 1]])
    expect(await shown(4)).toEqual([])
    expectDenied(await guest(area.engine).rpc('member_page', { name: member(0).user.username }))
  })
})

it('a change of the settings first closes what has ended by those of before', async () => {
  await goBack()
  await earn([70])
  await area.row(`update public.site_settings set time_zone = 'Europe/London'`)
  expect((await table()).map(({ points }) => points)).toEqual([70])
  expect(await rows('select zone, begins = private.current_season() as current from private.running_season')).toEqual([
    { zone: 'Europe/London', current: true },
  ])
})

it('settings that were changed past the trigger are followed by the job', async () => {
  await area.row('alter table public.site_settings disable trigger user')
  await area.row(`update public.site_settings set time_zone = 'Asia/Tokyo'`)
  await area.row('alter table public.site_settings enable trigger user')
  await close()
  expect(await one('select zone from private.running_season')).toBe('Asia/Tokyo')
  expect(await rows(BROKEN_SEASONS)).toEqual([])
})

it('a zone that the database does not have stops no entry of the ledger', async () => {
  await area.row(`update private.running_season set zone = 'Atlantis/Central'`)
  await earn([5], 0)
  expect(await one('select sum(points)::int from private.season_points')).toBe(5)
  await close()
  expect(await one('select zone from private.running_season')).toBe('UTC')
})
