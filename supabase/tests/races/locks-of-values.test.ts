import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet, run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Points, prizes, games and weights, while a transaction that changes what they depend on is open.

let club: SqlClub
let admin: Client
let second: Client
let winner: string
let member: Client
beforeAll(async () => {
  club = await openSqlClub()
  const admins = [await club.signUp(), await club.signUp()] as const
  await club.query('update public.profiles set is_admin = true where id = any ($1)', [admins])
  admin = await club.as(admins[0])
  second = await club.as(admins[1])
})
afterAll(() => club.close())
beforeEach(async () => {
  winner = await club.signUp()
  member = await club.as(winner)
})

const openGame = async (fields: { prize_package_id?: string; points_awarded?: number }) =>
  String(
    await one(
      `insert into public.games (type, title, image_url, start_date, end_date, metadata, status, prize_package_id, points_awarded)
        values ('pick_swim', 'Swim', 'https://lakes.example/withy.jpg', now() - interval '1 hour', now() + interval '1 hour',
          '{"winning_square": 9}', 'active', $1, $2) returning id`,
      [fields.prize_package_id, fields.points_awarded ?? 0],
    ),
  )
const enter = (game: string): Statement => [
  `insert into public.game_entries (game_id, entry_data) values ($1, '{"square": 9}')`,
  [game],
]
const complete = (game: string): Statement => [`update public.games set status = 'completed' where id = $1`, [game]]
const one = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]

describe('members who are changed by one statement', () => {
  const rest = randomUUID().slice(1)
  const ids = [9, 4, 7, 2, 8, 3, 6, 5, 1].map((n) => `${n}${rest}`)
  const [first = '', ...later] = ids.toSorted()
  let badge: string
  beforeAll(async () => {
    for (const id of ids)
      await club.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
        id,
        `${id}@example.com`,
      ])
  })
  beforeEach(async () => {
    for (const table of ['points_log', 'badges', 'newsfeed_posts']) await club.query(`delete from public.${table}`)
    await club.query('update public.profiles set points = 0 where id = any ($1)', [ids])
    await club.query(`insert into public.newsfeed_posts (user_id, content) select unnest($1::uuid[]), 'Tench'`, [ids])
    badge = await newBadge('First')
    await run(second, give(ids, badge))
    // So that the rows do not lie in the order of the ids, in which a statement might find them without a lock.
    for (const id of ids) {
      await club.query('update public.profiles set bio = bio where id = $1', [id])
      await club.query('update private.post_counts set post_count = post_count where user_id = $1', [id])
    }
  })

  const newBadge = async (name: string) =>
    String(await one(`insert into public.badges (name, description) values ($1, 'x') returning id`, [name]))
  const points = (users: string[]): Statement => [
    `insert into public.points_log (user_id, points_change, reason) select unnest($1::uuid[]), 5, 'Match'`,
    [users],
  ]
  const give = (users: string[], id: string): Statement => [
    'insert into public.user_badges (user_id, badge_id) select unnest($1::uuid[]), $2',
    [users, id],
  ]
  const take = (users: string[]): Statement => [
    'delete from public.user_badges where user_id = any ($1) and badge_id = $2',
    [users, badge],
  ]
  const unpost = (users: string[]): Statement => [
    `delete from public.newsfeed_posts where user_id = any ($1) and content = 'Tench'`,
    [users],
  ]

  it.each([
    ['get points', 'gets points', points, points, [10, 1, 2]],
    ['get a badge', 'gets points', give, points, [5, 2, 3]],
    ['lose a badge', 'gets points', take, points, [5, 0, 1]],
    ['get a badge', 'loses another', give, take, [0, 1, 2]],
    ['lose a post', 'loses a badge', unpost, take, [0, 0, 0]],
  ])('all %s while one after the other %s in another transaction', async (_all, _each, all, each, outcome) => {
    const other = await newBadge('Second')
    await meet(club, {
      holder: admin,
      holds: [each([first])],
      adds: later.map((id) => each([id])),
      comer: second,
      comes: all(ids, other),
    })
    const sums = await club.query(
      `select distinct p.points::int, p.badge_count, c.post_count
        from public.profiles as p join private.post_counts as c on c.user_id = p.id where p.id = any ($1)`,
      [ids],
    )
    expect(sums.map((row) => Object.values(row))).toEqual([outcome])
  })
})

describe('a prize', () => {
  let box: string
  let item: string
  beforeEach(async () => {
    box = String(await one(`insert into public.prize_packages (name) values ('Box') returning id`))
    item = String(
      await one(
        `insert into public.prize_items (package_id, title, type, quantity) values ($1, 'Voucher', 'digital', 1) returning id`,
        [box],
      ),
    )
  })
  const deactivate = (): Statement => ['update public.prize_packages set is_active = false where id = $1', [box]]
  const describeBox = (): Statement => [`update public.prize_packages set description = 'New' where id = $1`, [box]]
  const award = (): Statement => ['insert into public.prize_awards (user_id, item_id) values ($1, $2)', [winner, item]]
  const awards = () => one('select count(*)::int from public.prize_awards where user_id = $1', [winner])

  it('is not awarded from a package that is being made inactive, only from one that stays active', async () => {
    const meeting = { holder: admin, comer: second, comes: award() }
    await expect(meet(club, { ...meeting, holds: [deactivate()] })).rejects.toMatchObject({ code: 'PZ005' })
    expect(await awards()).toBe(0)
    await club.query('update public.prize_packages set is_active = true where id = $1', [box])
    await meet(club, { ...meeting, holds: [describeBox()] })
    expect(await awards()).toBe(1)
  })

  it.each([
    ['awarded when its package is being described', 'awarded', 1],
    ['missing when another game is giving its last piece', 'out of stock: Voucher', 0],
  ])('of a game that is completed is %s, and the points are credited', async (_, prize, count) => {
    const game = await openGame({ prize_package_id: box, points_awarded: 10 })
    const holds = [describeBox()]
    if (count === 0) {
      // Entered first, it has the first right to the prize.
      const other = await openGame({ prize_package_id: box })
      await run(await club.as(await club.signUp()), enter(other))
      holds.splice(0, 1, complete(other))
    }
    await run(member, enter(game))
    await meet(club, { holder: admin, holds, comer: second, comes: complete(game) })
    expect(
      await club.query(`select status, metadata ->> 'prize' as prize from public.games where id = $1`, [game]),
    ).toEqual([{ status: 'completed', prize }])
    expect([await awards(), await one('select points::int from public.profiles where id = $1', [winner])]).toEqual([
      count,
      10,
    ])
  })

  it('of a running game cannot be made inactive, and is awarded when that is tried while the game is completed', async () => {
    const game = await openGame({ prize_package_id: box })
    await run(member, enter(game))
    await expect(run(admin, deactivate())).rejects.toMatchObject({ code: 'PZ011' })
    await meet(club, { holder: second, holds: [complete(game)], comer: admin, comes: deactivate() })
    expect(await awards()).toBe(1)
    expect(await one('select is_active from public.prize_packages where id = $1', [box])).toBe(false)
  })
})

describe('an entry', () => {
  const entries = (game: string) => club.query('select by_team from public.game_entries where game_id = $1', [game])

  it('is refused while the game is completed, and accepted while its title is changed', async () => {
    const game = await openGame({})
    const meeting = { holder: admin, comer: member, comes: enter(game) }
    await meet(club, { ...meeting, holds: [[`update public.games set title = 'New' where id = $1`, [game]]] })
    expect(await entries(game)).toHaveLength(1)
    const other = await club.as(await club.signUp())
    await expect(meet(club, { ...meeting, comer: other, holds: [complete(game)] })).rejects.toMatchObject({
      code: 'GM012',
    })
    expect(await entries(game)).toHaveLength(1)
  })

  it.each([
    ['the team’s', 'is_admin', true],
    ['a member’s', 'is_suspended', false],
  ])('is %s when the member becomes %s at the same moment', async (_, column, byTeam) => {
    const game = await openGame({})
    await meet(club, {
      holder: admin,
      holds: [[`update public.profiles set ${column} = true where id = $1`, [winner]]],
      comer: member,
      comes: enter(game),
    })
    expect(await entries(game)).toEqual([{ by_team: byTeam }])
  })

  describe('of another account', () => {
    let mailbox: string
    beforeEach(() => {
      mailbox = randomUUID().slice(0, 12)
    })
    const signUpAs = async (email: string, isProved: boolean) => {
      const id = randomUUID()
      await club.query(
        `insert into auth.users (id, email, confirmation_sent_at, email_confirmed_at)
          values ($1, $2, case when $3 then now() end, now())`,
        [id, email, isProved],
      )
      return club.as(id)
    }

    it('of one proved mailbox at the same moment is refused', async () => {
      const game = await openGame({})
      const one = await signUpAs(`${mailbox}+one@example.com`, true)
      const two = await signUpAs(`${mailbox}+two@example.com`, true)
      const meeting = meet(club, { holder: one, holds: [enter(game)], comer: two, comes: enter(game) })
      await expect(meeting).rejects.toMatchObject({ code: '23505' })
      expect(await entries(game)).toHaveLength(1)
    })

    it('of one person is accepted if the first one is taken back, and in another game', async () => {
      const [game, another] = [await openGame({}), await openGame({})]
      const one = await signUpAs(`${mailbox}+one@example.com`, true)
      const two = await signUpAs(`${mailbox}+two@example.com`, true)
      const undone: Statement[] = [['savepoint before'], enter(game), ['rollback to before']]
      await meet(club, { holder: one, holds: undone, comer: two, comes: enter(game) })
      await meet(club, { holder: two, holds: [enter(another)], comer: member, comes: enter(another) })
      expect(await entries(game)).toHaveLength(1)
    })

    it('of an unproved spelling of the address at the same moment is another person’s', async () => {
      const game = await openGame({})
      const one = await signUpAs(`${mailbox}+one@example.com`, false)
      const two = await signUpAs(`${mailbox}+two@example.com`, false)
      await meet(club, { holder: one, holds: [enter(game)], comer: two, comes: enter(game) })
      expect(await entries(game)).toHaveLength(2)
    })
  })
})

describe('the weight of a profile', () => {
  const weighing = (grams: number): Statement => [
    `select public.log_catch(gen_random_uuid(), $1, '2026-01-01', 'common', 'members')`,
    [grams],
  ]
  const log = weighing(15_000)
  const choose: Statement = [
    `update public.profiles set weight_from = 'best', weight_unit = 'kg' where id = auth.uid()`,
  ]
  // As the form saves it.
  const save: Statement = [
    `insert into public.profiles (id, username, weight_from, weight_unit)
      select id, username, 'best', 'kg' from public.profiles where id = auth.uid()
      on conflict (id) do update set weight_from = excluded.weight_from, weight_unit = excluded.weight_unit`,
  ]

  it.each([
    ['is chosen while a catch is logged', log, choose],
    ['is saved while a catch is logged', log, save],
    ['is being chosen when a catch is logged', choose, log],
    ['is being saved when a catch is logged', save, log],
  ])('that %s on another device is that of the catch', async (_, held, comes) => {
    await meet(club, { holder: member, holds: [held], comer: await club.as(winner), comes })
    expect(await one('select weight_value::float from public.profiles where id = $1', [winner])).toBe(15)
  })

  it.each([
    ['kg', 15_004, 15_005, 15.01],
    ['lbs', 15_002, 15_003, 33.08],
  ])('that is changed to %s while a catch is logged is that of the catch', async (unit, lighter, heavier, weight) => {
    const show = (shown: string): Statement => [
      `update public.profiles set weight_from = 'best', weight_unit = $1 where id = auth.uid()`,
      [shown],
    ]
    await run(member, weighing(lighter))
    // In this unit the two weights are the same.
    await run(member, show(unit === 'kg' ? 'lbs' : 'kg'))
    await meet(club, {
      holder: member,
      holds: [weighing(heavier)],
      comer: await club.as(winner),
      comes: ['update public.profiles set weight_unit = $1 where id = auth.uid()', [unit]],
    })
    expect(await one('select weight_value::float from public.profiles where id = $1', [winner])).toBe(weight)
  })

  it('is chosen before the account is deleted at the same moment, and fails neither', async () => {
    await meet(club, {
      holder: member,
      holds: [choose],
      adds: [log],
      comer: await club.connect(),
      comes: ['delete from auth.users where id = $1', [winner]],
    })
    expect(await club.query('select from public.profiles where id = $1', [winner])).toEqual([])
  })
})
