import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

interface Overview {
  days: { day: string; sign_ups: number; posts: number }[]
  members: { total: number; week: number; month: number }
  points: { kind: string; given: number; taken: number }[]
  claims: { from_day: number; to_day: number | null; pending: number; processing: number; shipped: number }[]
  unclaimed: number
  games: { title: string; type: string; entries: number; end_date: string }[]
  games_total: number
}

const overview = async (persona: Persona, time_zone = 'UTC') =>
  expectAllowed(await persona.rpc('admin_overview', { time_zone })) as unknown as Overview

describe('access to the overview', () => {
  let area: MemberArea
  beforeAll(async () => {
    area = await openMemberArea()
  })
  afterAll(() => area.engine.close())

  it('admins can read it, also with a GET request', async () => {
    expect((await overview(area.admin)).days).toHaveLength(30)
    expect((await area.admin.rpc('admin_overview', {}, { get: true })).error).toBeNull()
  })

  it('all others are refused', async () => {
    for (const persona of [guest(area.engine), area.member, area.suspended, service(area.engine)]) {
      expectDenied(await persona.rpc('admin_overview'))
    }
  })

  it('an unknown time zone is refused', async () => {
    expectError(await area.admin.rpc('admin_overview', { time_zone: 'Europe/Nowhere' }), '22023')
  })
})

describe('its figures', () => {
  let engine: TestEngine
  let admin: Persona
  let member: Persona
  const run = (sql: string, values: unknown[] = []) => engine.owner.query(sql, values)
  /** Moves everything about a member into the past. */
  const away = (id: string, days: number) =>
    run(
      `with u as (update auth.users set last_sign_in_at = now() - make_interval(days => $2) where id = $1)
        update auth.sessions set refreshed_at = null where user_id = $1`,
      [id, days],
    )

  beforeAll(async () => {
    engine = await startEngine()
    admin = await signUp(engine, { admin: true })
    member = await signUp(engine)
  })
  afterAll(() => engine.close())

  it('are zeros for a new club', async () => {
    const empty = await overview(admin)
    expect(empty).toMatchObject({ points: [], unclaimed: 0, games: [], games_total: 0 })
    expect(empty.days.reduce((sum, day) => sum + day.posts, 0)).toBe(0)
    expect(empty.claims).toEqual(
      [
        [0, 2],
        [3, 7],
        [8, 14],
        [15, null],
      ].map(([from_day, to_day]) => ({ from_day, to_day, pending: 0, processing: 0, shipped: 0 })),
    )
  })

  it('count sign-ups and posts by the days of the time zone, without award posts', async () => {
    const one = await signUp(engine)
    // 23:30 on the 15th in UTC is 00:30 on the 16th in Paris or 01:30 in summer.
    const [at] = await run(`select (date_trunc('day', now() at time zone 'utc') - interval '5 days 30 minutes')
      at time zone 'utc' as moment, ((now() at time zone 'utc')::date - 6)::text as day,
      ((now() at time zone 'utc')::date - 5)::text as next`)
    await run('update public.profiles set created_at = $2 where id = $1', [one.user.id, at?.moment])
    await run(
      `insert into public.newsfeed_posts (user_id, content, type, created_at)
        values ($1, 'a', 'post', $2), ($1, 'b', 'badge_award', $2)`,
      [one.user.id, at?.moment],
    )
    const utc = (await overview(admin)).days.find(({ day }) => day === at?.day)
    expect(utc).toMatchObject({ sign_ups: 1, posts: 1 })
    const paris = (await overview(admin, 'Europe/Paris')).days
    expect(paris.find(({ day }) => day === at?.day)).toMatchObject({ sign_ups: 0, posts: 0 })
    expect(paris.find(({ day }) => day === at?.next)).toMatchObject({ sign_ups: 1, posts: 1 })
  })

  /** The figures by day, with the clock handed in. */
  const daysAt = async (zone: string, now: Date) => {
    const [row] = await run('select private.daily_figures($1, $2) as days', [zone, now])
    return row?.days as { day: string; sign_ups: number; posts: number }[]
  }

  it('are of 30 days, the last of them today in the time zone, in every hour', async () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(Date.UTC(2026, 0, 20, hour, 15))
      for (const [zone, today] of [
        ['UTC', '2026-01-20'],
        ['Europe/Paris', hour === 23 ? '2026-01-21' : '2026-01-20'],
        ['America/New_York', hour < 5 ? '2026-01-19' : '2026-01-20'],
      ] as const) {
        const days = (await daysAt(zone, now)).map(({ day }) => day)
        expect(new Set(days).size).toBe(30)
        expect([hour, zone, days.length, days.at(-1)]).toEqual([hour, zone, 30, today])
      }
    }
  })

  it('count the minutes before and after midnight on two days, in every hour of the days after', async () => {
    const one = await signUp(engine)
    for (const moment of ['2026-01-14T22:59:00Z', '2026-01-14T23:01:00Z'])
      await run(`insert into public.newsfeed_posts (user_id, content, created_at) values ($1, 'x', $2)`, [
        one.user.id,
        moment,
      ])
    for (let hour = 0; hour < 48; hour += 1) {
      const days = await daysAt('Europe/Paris', new Date(Date.UTC(2026, 0, 15, hour, 15)))
      expect(days.filter(({ posts }) => posts > 0)).toEqual([
        { day: '2026-01-14', sign_ups: 0, posts: 1 },
        { day: '2026-01-15', sign_ups: 0, posts: 1 },
      ])
    }
  })

  it('count members as active who signed in, returned or did something', async () => {
    const gone = await signUp(engine)
    const before = (await overview(admin)).members
    await away(gone.user.id, 40)
    expect((await overview(admin)).members).toEqual({
      total: before.total,
      week: before.week - 1,
      month: before.month - 1,
    })
    await run(
      `insert into public.newsfeed_posts (user_id, content, created_at) values ($1, 'x', now() - interval '20 days')`,
      [gone.user.id],
    )
    expect((await overview(admin)).members).toEqual({ ...before, week: before.week - 1 })
    await run(`update auth.sessions set refreshed_at = now() at time zone 'utc' where user_id = $1`, [gone.user.id])
    expect((await overview(admin)).members).toEqual(before)
  })

  it('add up the points of the last 30 days by kind, with given and taken ones separate', async () => {
    await run(
      `insert into public.points_log (user_id, kind, points_change, reason, source_key, created_at) values
        ($1, 'admin', 50, 'a', null, now()), ($1, 'admin', -20, 'b', null, now()),
        ($1, 'game', 300, 'c', 'game:1', now()), ($1, 'game', 300, 'd', 'game:2', now() - interval '31 days')`,
      [member.user.id],
    )
    expect((await overview(admin)).points).toEqual([
      { kind: 'game', given: 300, taken: 0 },
      { kind: 'admin', given: 50, taken: 20 },
    ])
  })

  it('group open claims by age and status, without delivered, closed or unclaimed ones', async () => {
    const [item] = await run(
      `with box as (insert into public.prize_packages (name) values ('Box') returning id)
        insert into public.prize_items (package_id, title, type, quantity) select id, 'Alarm', 'physical', 90 from box
        returning id`,
    )
    const claim = (days: number, status: string | null) =>
      run(
        `insert into public.prize_awards (user_id, item_id, status, terms_accepted, claimed_at, fulfillment_status)
          values ($1, $2, 'claimed', true, now() - make_interval(days => $3), $4)`,
        [member.user.id, item?.id, days, status],
      )
    const ages: [number, string | null][] = [
      [0, null],
      [2, 'processing'],
      [3, 'pending'],
      [7, 'shipped'],
      [8, 'pending'],
      [15, 'pending'],
      [400, 'shipped'],
      [1, 'delivered'],
      [1, 'closed'],
    ]
    for (const [days, status] of ages) await claim(days, status)
    for (const deadline of [`now() + interval '1 day'`, `now() - interval '1 day'`]) {
      await run(`insert into public.prize_awards (user_id, item_id, claim_deadline) values ($1, $2, ${deadline})`, [
        member.user.id,
        item?.id,
      ])
    }
    const { claims, unclaimed } = await overview(admin)
    expect(claims.map(({ pending, processing, shipped }) => [pending, processing, shipped])).toEqual([
      [1, 1, 0],
      [1, 0, 1],
      [1, 0, 0],
      [1, 0, 1],
    ])
    expect(unclaimed).toBe(1)
  })

  it('list the running games with their entries, ordered by end', async () => {
    await run(`insert into public.games (type, title, start_date, end_date, status) values
      ('carp_of_week', 'Later', now() - interval '1 hour', now() + interval '2 days', 'active'),
      ('carp_of_week', 'Sooner', now() - interval '1 hour', now() + interval '1 day', 'active'),
      ('carp_of_week', 'Draft', now() - interval '1 hour', now() + interval '1 day', 'draft')`)
    await run(
      `insert into public.game_entries (game_id, user_id, photo_url)
        select id, $1, $2 from public.games where title = 'Sooner'`,
      [member.user.id, `${engine.url}/storage/v1/object/public/game-photos/${member.user.id}/1.jpg`],
    )
    const { games, games_total } = await overview(admin)
    expect(games.map(({ title, entries }) => [title, entries])).toEqual([
      ['Sooner', 1],
      ['Later', 0],
    ])
    expect(games_total).toBe(2)
  })
})
