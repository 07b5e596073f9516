import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { BROKEN_SEASONS, longSeason } from './season-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  await longSeason(area)
})

const rows = (sql: string, values: unknown[] = []) => area.engine.owner.query(sql, values)
const settings = (season_begins: string, time_zone: string) =>
  area.row('update public.site_settings set season_begins = $1, time_zone = $2', [season_begins, time_zone])
const log = (of: Persona, points: number, at = 'now', kind = 'admin') =>
  area.row(
    `insert into public.points_log (user_id, kind, points_change, reason, source_key, created_at)
      values ($1, $2, $3, 'Given', case when $2 <> 'admin' then $4 end, $5::timestamptz)`,
    [of.user.id, kind, points, randomUUID(), at],
  )
const board = async (reader: Pick<Persona, 'rpc'> = guest(area.engine)) =>
  expectAllowed(await reader.rpc('season_leaderboard')) as { rank: number; username: string; points: number }[]
const pointsOf = async (of: Persona) => (await board()).find(({ username }) => username === of.user.username)?.points
const whole = async () => expect(await rows(BROKEN_SEASONS)).toEqual([])

describe('the points of a season', () => {
  it('are those that were earned: gifts and rewards do not count, on either side', async () => {
    const [tom, ann] = [await signUp(area.engine), await signUp(area.engine)]
    await log(tom, 100)
    await log(tom, 20, 'now', 'game')
    await log(tom, 5, 'now', 'referral')
    await log(tom, 3, 'now', 'prize')
    await log(tom, -8)
    expect(await pointsOf(tom)).toBe(120)
    expectAllowed(
      await tom.from('point_gifts').insert({ from_user_id: tom.user.id, to_user_id: ann.user.id, points: 30 }),
    )
    await log(tom, -40, 'now', 'reward')
    await log(tom, 10, 'now', 'reward_refund')
    expect([await pointsOf(tom), await pointsOf(ann)]).toEqual([120, undefined])
    await whole()
  })

  it('of many members are added in one statement', async () => {
    const [tom, ann] = [await signUp(area.engine), await signUp(area.engine)]
    await rows(
      `insert into public.points_log (user_id, points_change, reason)
        select u.id, n, 'Given' from unnest($1::uuid[]) as u (id), generate_series(1, 4) as n`,
      [[tom.user.id, ann.user.id]],
    )
    expect([await pointsOf(tom), await pointsOf(ann)]).toEqual([10, 10])
    await whole()
  })

  it('end with the account', async () => {
    const tom = await signUp(area.engine)
    await log(tom, 900)
    await area.row('delete from auth.users where id = $1', [tom.user.id])
    expect(await pointsOf(tom)).toBeUndefined()
    expect(await rows('select from private.season_points where user_id = $1', [tom.user.id])).toEqual([])
  })
})

describe('a season begins at midnight of its first day in the club’s zone', () => {
  // In winter and in summer time; the first hour of a day in Auckland is the day before in London.
  it.each([
    ['01-15', 'Europe/London', '00:00:00Z'],
    ['07-01', 'Europe/London', '23:00:00Z'],
    ['07-01', 'America/New_York', '04:00:00Z'],
    ['01-15', 'America/New_York', '05:00:00Z'],
    ['01-15', 'Pacific/Auckland', '11:00:00Z'],
    ['07-01', 'Pacific/Auckland', '12:00:00Z'],
  ])('%s in %s', async (day, zone, hour) => {
    await settings(day, zone)
    const bounds = await area.row(
      `select begins, ends, to_char(begins at time zone 'utc', 'HH24:MI:SS"Z"') as hour
        from (
          select s.begins::timestamp at time zone $1 as begins, s.ends::timestamp at time zone $1 as ends
          from private.season_of(private.club_day()) as s
        ) as s`,
      [zone],
    )
    expect(bounds?.hour).toBe(hour)
    const at = (of: unknown, ms: number) => new Date(new Date(String(of)).getTime() + ms).toISOString()
    const [early, first, last, late] = await Promise.all([1, 2, 3, 4].map(() => signUp(area.engine)))
    if (!early || !first || !last || !late) throw new Error('not signed up')
    await log(early, 50, at(bounds?.begins, -1))
    await log(first, 51, at(bounds?.begins, 0))
    await log(last, 52, at(bounds?.ends, -1))
    await log(late, 53, at(bounds?.ends, 0))
    const four = async () => Promise.all([early, first, last, late].map(pointsOf))
    expect(await four()).toEqual([undefined, 51, 52, undefined])
    await whole()
    // The same when all is added up again from the ledger.
    await area.row('select private.follow_seasons()')
    expect(await four()).toEqual([undefined, 51, 52, undefined])
    await whole()
  })
})

describe('a change of the settings', () => {
  it('by an admin counts the season of the new first day and zone at once, and back', async () => {
    const tom = await signUp(area.engine)
    for (const days of [10, 40, 80]) await log(tom, days, new Date(Date.now() - days * 86_400_000).toISOString())
    expect(await pointsOf(tom)).toBe(130)
    const begin = async (days: number) => {
      const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(5, 10).replace('02-29', '02-28')
      expectAllowed(
        await area.admin
          .from('site_settings')
          .update({ season_begins: day, time_zone: 'Europe/Berlin' })
          .not('id', 'is', null)
          .select('season_begins'),
      )
    }
    await begin(50)
    expect(await pointsOf(tom)).toBe(50)
    await whole()
    await begin(20)
    expect(await pointsOf(tom)).toBe(10)
    await begin(100)
    expect(await pointsOf(tom)).toBe(130)
    await whole()
  })

  it('by others changes nothing', async () => {
    const before = await rows('select * from private.running_season')
    for (const who of [guest(area.engine), area.member, area.suspended])
      expectDeniedOrNothing(
        await who
          .from('site_settings')
          .update({ season_begins: '05-05' })
          .not('id', 'is', null)
          .select('season_begins'),
      )
    expect(await rows('select * from private.running_season')).toEqual(before)
  })
})

describe('the board of the season', () => {
  it('shares ranks, and shows guests and members the same fields as the other boards', async () => {
    const [a, b, c] = await Promise.all(['Bryn', 'Amber', 'Carys'].map((username) => signUp(area.engine, { username })))
    if (!a || !b || !c) throw new Error('not signed up')
    await log(a, 5000)
    await log(b, 5000)
    await log(c, 4999)
    const rows = await board()
    expect(rows.slice(0, 3).map(({ rank, points }) => [rank, points])).toEqual([
      [1, 5000],
      [1, 5000],
      [3, 4999],
    ])
    expect(rows.slice(0, 3).map(({ username }) => username)).toEqual(['Amber', 'Bryn', 'Carys'])
    for (const row of rows)
      expect(Object.keys(row).sort()).toEqual(['avatar_url', 'badge_count', 'points', 'rank', 'username'])
    expect(await board(area.member)).toEqual(rows)
    expect(
      await area.engine.owner.query(
        `select r.name, t.oid::regclass::text as of from unnest('{anon,authenticated,service_role}'::text[]) as r (name),
            unnest('{private.season_points,private.running_season}'::regclass[]) as t (oid)
          where has_table_privilege(r.name, t.oid, 'select, insert, update, delete')`,
      ),
    ).toEqual([])
  })

  it('leaves out suspended members while they are, and members without points in it', async () => {
    const [gone, poor] = [await signUp(area.engine), await signUp(area.engine)]
    await log(gone, 7000)
    await log(poor, 10)
    await log(poor, -10)
    expect([await pointsOf(gone), await pointsOf(poor)]).toEqual([7000, undefined])
    const suspend = (is: boolean) =>
      area.row('update public.profiles set is_suspended = $2 where id = $1', [gone.user.id, is])
    await suspend(true)
    expect(await pointsOf(gone)).toBeUndefined()
    await suspend(false)
    expect(await pointsOf(gone)).toBe(7000)
  })

  it('has 100 rows; of equal ones at the end the first by name', async () => {
    const names = Array.from({ length: 640 }, (_, n) => `Roach ${1000 + n}`)
    await rows(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.com', jsonb_build_object('username', n), now()
        from unnest($1::text[]) as n`,
      [names],
    )
    const give = (first: number, last: number, points: number) =>
      rows(
        `insert into public.points_log (user_id, points_change, reason)
          select p.id, $2, 'Given' from public.profiles as p where p.username = any ($1)`,
        [names.slice(first, last), points],
      )
    // A few with the points of the last place, then many.
    await give(300, 340, 80_000)
    await give(0, 90, 70_000)
    const expected = [...names.slice(300, 340), ...names.slice(0, 60)]
    expect((await board()).map(({ username }) => username)).toEqual(expected)
    await give(90, 300, 70_000)
    await give(340, 640, 70_000)
    expect((await board()).map(({ username }) => username)).toEqual(expected)
    await rows('delete from auth.users where id in (select id from public.profiles where username = any ($1))', [names])
  }, 120_000)
})

describe('the own position in the season', () => {
  const position = async (of: Persona) => expectAllowed(await of.rpc('my_season_position'))

  it('has rank, points and the next member above, without suspended members', async () => {
    const [top, tom, hidden] = await Promise.all([1, 2, 3].map(() => signUp(area.engine)))
    if (!top || !tom || !hidden) throw new Error('not signed up')
    await log(top, 20_000)
    await log(tom, 19_000)
    await log(hidden, 19_500)
    await area.row('update public.profiles set is_suspended = true where id = $1', [hidden.user.id])
    expect(await position(top)).toEqual([
      { rank: 1, points: 20_000, badge_count: 0, next_username: null, next_gap: null },
    ])
    expect(await position(tom)).toEqual([
      { rank: 2, points: 19_000, badge_count: 0, next_username: top.user.username, next_gap: 1000 },
    ])
    expect(await position(hidden)).toEqual([])
    await area.row('update public.profiles set is_suspended = false where id = $1', [hidden.user.id])
    expect(await position(tom)).toMatchObject([{ rank: 3, next_username: hidden.user.username, next_gap: 500 }])
  })

  it('has no rank without points in it, or with fewer than none', async () => {
    const tom = await signUp(area.engine)
    expect(await position(tom)).toMatchObject([{ rank: null, points: 0 }])
    await log(tom, -5)
    expect(await position(tom)).toMatchObject([{ rank: null, points: -5 }])
  })

  it('is for members', async () => {
    expectDenied(await guest(area.engine).rpc('my_season_position'))
  })
})
