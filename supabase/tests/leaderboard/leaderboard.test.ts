import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'

let engine: TestEngine
let admin: Persona
const members: Record<string, Persona> = {}

const DAY = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const give = (name: string, points: number, days: number) =>
  engine.owner.query(
    `insert into points_log (user_id, points_change, reason, created_at) values ($1, $2, 'Given', $3)`,
    [members[name]?.user.id, points, daysAgo(days)],
  )
const since = async (days: number) =>
  expectAllowed(await guest(engine).rpc('get_points_by_timeframe', { start_date: daysAgo(days) }))
const named = (rows: { rank: number; username: string; points: number }[]) =>
  rows.map(({ rank, username, points }) => [rank, username, points])

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  for (const username of ['Alder', 'birch', 'Cedar', 'Doe', 'Suspended']) {
    members[username] = await signUp(engine, { username })
  }
  await give('Alder', 100, 40)
  await give('birch', 60, 20)
  await give('birch', 40, 2)
  await give('Cedar', 90, 3)
  await give('Cedar', 10, 50)
  await give('Doe', 50, 10)
  await give('Doe', -60, 1)
  await give('Suspended', 500, 1)
  await engine.owner.query('update profiles set is_suspended = true where id = $1', [members.Suspended?.user.id])
})
afterAll(() => engine.close())

describe('all time', () => {
  it('ranks by balance; equal points share a rank, in alphabetical order', async () => {
    const rows = expectAllowed(await guest(engine).from('leaderboard').select())
    expect(named(rows).slice(0, 3)).toEqual([
      [1, 'Alder', 100],
      [1, 'birch', 100],
      [1, 'Cedar', 100],
    ])
  })

  it('ranks only members with points', async () => {
    const rows = expectAllowed(await guest(engine).from('leaderboard').select())
    const names = rows.map((row) => row.username)
    expect(names).not.toContain('Doe')
    expect(names).not.toContain(admin.user.username)
    expect(rows.every((row) => (row.points ?? 0) > 0)).toBe(true)
  })

  it('shows guests rank, name, avatar, badges and points, nothing else', async () => {
    const rows = expectAllowed(await guest(engine).from('leaderboard').select())
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['avatar_url', 'badge_count', 'points', 'rank', 'username'])
    }
    expectDenied(await guest(engine).from('profiles').select('points'))
  })

  it('leaves suspended members out', async () => {
    const rows = expectAllowed(await admin.from('leaderboard').select('username'))
    expect(rows.map((row) => row.username)).not.toContain('Suspended')
  })
})

describe('a timeframe', () => {
  it('adds up the ledger since the date and leaves out members without points', async () => {
    expect(named(await since(7))).toEqual([
      [1, 'Cedar', 90],
      [2, 'birch', 40],
    ])
    expect(named(await since(30))).toEqual([
      [1, 'birch', 100],
      [2, 'Cedar', 90],
    ])
  })

  it('begins at the instant, not at the start of the day', async () => {
    const [inside, outside] = [await signUp(engine, { username: 'Elder' }), await signUp(engine, { username: 'Fig' })]
    Object.assign(members, { Elder: inside, Fig: outside })
    await give('Elder', 7, 6.99)
    await give('Fig', 7, 7.01)
    const names = named(await since(7)).map(([, username]) => username)
    expect(names).toContain('Elder')
    expect(names).not.toContain('Fig')
  })

  it('shares ranks in alphabetical order, and skips the next rank', async () => {
    await give('Alder', 90, 15)
    await give('Elder', 83, 15)
    const rows = named(await since(30))
    expect(rows.slice(0, 5)).toEqual([
      [1, 'birch', 100],
      [2, 'Alder', 90],
      [2, 'Cedar', 90],
      [2, 'Elder', 90],
      [5, 'Fig', 7],
    ])
  })

  it('is the last 7 days or the last month by the server’s clock, whatever a device sends', async () => {
    expect(await since(9)).toEqual(await since(7))
    expect(await since(4)).toEqual(await since(7))
    expect(await since(28)).toEqual(await since(31))
  })

  it.each([0, 0.00001, 1, 2.9, 14.1, 20, 46, 365, 20_000, -1])(
    'cannot begin %s days ago, because the difference of two windows would reveal a single credit',
    async (days) => {
      expectError(await guest(engine).rpc('get_points_by_timeframe', { start_date: daysAgo(days) }), '22023')
      const own = await (members.birch as Persona).rpc('my_leaderboard_position', { start_date: daysAgo(days) })
      expectError(own, '22023')
    },
  )

  it.each(['infinity', '-infinity', null])('cannot begin at %s, which is no date', async (start_date) => {
    const answer = await guest(engine).rpc('get_points_by_timeframe', { start_date })
    expectError(answer, '22023')
    expect(answer.error?.message).toBe('start_date must be a date')
  })

  it('equals the plain sum of the ledger, whatever day of a month it begins on', async () => {
    const crew = await Promise.all(['Grayling', 'Hazel', 'Iris'].map((username) => signUp(engine, { username })))
    await engine.owner.query(
      `insert into points_log (user_id, points_change, reason, created_at)
       select u.id, 1 + (n * 7 + u.at)::int % 11, 'Given', now() - n * interval '13 hours'
       from generate_series(1, 200) as n, unnest($1::uuid[]) with ordinality as u (id, at)`,
      [crew.map(({ user }) => user.id)],
    )
    for (let days = 0.3; days < 110; days += 3.7) {
      const start = daysAgo(days)
      const plain = await engine.owner.query(
        `select p.username, sum(l.points_change)::int as points
         from points_log as l join profiles as p on p.id = l.user_id
         where l.created_at >= $1 and not p.is_suspended group by p.id having sum(l.points_change) > 0`,
        [start],
      )
      const sums = await engine.owner.query(
        `select p.username, s.points::int as points
         from private.points_since($1) as s join profiles as p on p.id = s.user_id`,
        [start],
      )
      expect(new Set(sums.map((sum) => JSON.stringify(sum))), start).toEqual(
        new Set(plain.map((sum) => JSON.stringify(sum))),
      )
    }
    await engine.owner.query('delete from auth.users where id = any ($1)', [crew.map(({ user }) => user.id)])
  })

  it('shows guests five columns', async () => {
    for (const row of await since(30)) {
      expect(Object.keys(row).sort()).toEqual(['avatar_url', 'badge_count', 'points', 'rank', 'username'])
    }
  })
})

describe('my_leaderboard_position', () => {
  const position = async (name: string, days?: number) => {
    const args = days === undefined ? {} : { start_date: daysAgo(days) }
    return expectAllowed(await (members[name] as Persona).rpc('my_leaderboard_position', args))
  }

  it('gives rank, points, badges and the gap to the next place', async () => {
    expect(await position('birch', 7)).toEqual([
      { rank: 2, points: 40, badge_count: 0, next_username: 'Cedar', next_gap: 50 },
    ])
    expect(await position('Cedar', 7)).toEqual([
      { rank: 1, points: 90, badge_count: 0, next_username: null, next_gap: null },
    ])
  })

  it('has no rank for a member without points in the timeframe', async () => {
    expect(await position('Doe', 7)).toMatchObject([{ rank: null, points: 0 }])
  })

  it('counts all members above over all time, and agrees with the leaderboard', async () => {
    const [mine] = await position('Elder')
    const rows = expectAllowed(await guest(engine).from('leaderboard').select())
    const onBoard = rows.find((row) => row.username === 'Elder')
    expect(mine).toMatchObject({ rank: onBoard?.rank, points: 90, next_username: 'birch', next_gap: 10 })
  })

  it('has no rank over all time for a member without points, but shows the points of the last place', async () => {
    expect(await position('Doe')).toEqual([
      { rank: null, points: -10, badge_count: 0, next_username: 'Fig', next_gap: 17 },
    ])
  })

  it('has no row for suspended members and is closed to guests', async () => {
    expect(await position('Suspended')).toEqual([])
    expectDenied(await guest(engine).rpc('my_leaderboard_position'))
  })
})

describe('a long leaderboard', () => {
  it('ends after 100 members, and a member below it still sees their place', async () => {
    await engine.owner.query(`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      select gen_random_uuid(), 'crowd' || n || '@example.com', now(), jsonb_build_object('username', 'crowd ' || n)
      from generate_series(1, 120) as n`)
    await engine.owner.query(`
      insert into points_log (user_id, points_change, reason)
      select id, 1000 + substring(username from 7)::int, 'Given' from profiles where username like 'crowd %'`)
    expect(expectAllowed(await guest(engine).from('leaderboard').select())).toHaveLength(100)
    expect(await since(7)).toHaveLength(100)
    const mine = await members.birch?.rpc('my_leaderboard_position', { start_date: daysAgo(7) })
    expect(mine?.data).toMatchObject([{ rank: 122, points: 40 }])
  })
})
