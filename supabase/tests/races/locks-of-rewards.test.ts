import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { meet, run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// The last unit of a reward, while a game that is to give it is being planned.

let club: SqlClub
let admin: Client
let member: Client
let box: string
let other: string
beforeAll(async () => {
  club = await openSqlClub()
  const id = await club.signUp()
  await club.query('update public.profiles set is_admin = true where id = $1', [id])
  admin = await club.as(id)
})
afterAll(() => club.close())
beforeEach(async () => {
  const id = await club.signUp()
  await club.query(`insert into public.points_log (user_id, points_change, reason) values ($1, 100, 'Match')`, [id])
  member = await club.as(id)
  ;[box, other] = [await lastUnit(), await lastUnit()]
})

const one = async (sql: string, values: unknown[] = []) => Object.values((await club.query(sql, values))[0] ?? {})[0]
const lastUnit = async () =>
  String(
    await one(
      `with box as (insert into public.prize_packages (name, points_price) values ('Net', 40) returning id)
        insert into public.prize_items (package_id, title, type, quantity) select id, 'Net', 'digital', 1 from box
          returning package_id`,
    ),
  )
const plan = (prize: string): Statement => [
  `insert into public.games (type, title, image_url, start_date, end_date, metadata, status, prize_package_id)
    values ('pick_swim', 'Swim', 'https://lakes.example/withy.jpg', now(), now() + interval '1 hour',
      '{"winning_square": 9}', 'draft', $1) returning id`,
  [prize],
]
const redeem = (): Statement => ['select * from public.redeem_reward($1, $2, 40)', [randomUUID(), box]]
const awards = () =>
  one(
    `select count(*)::int from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
      where i.package_id = $1`,
    [box],
  )

it('is kept for a game that is being made with it, and redeemed beside a game with another package', async () => {
  const refused = meet(club, { holder: admin, holds: [plan(box)], comer: member, comes: redeem() })
  await expect(refused).rejects.toMatchObject({ code: 'RW002' })
  expect(await awards()).toBe(0)
  await club.query('delete from public.games')
  await meet(club, { holder: admin, holds: [plan(other)], comer: member, comes: redeem() })
  expect(await awards()).toBe(1)
})

it('is kept for a game that gets it as its prize, and redeemed where the game loses it', async () => {
  const game = (await run(admin, plan(other))).rows[0]?.id
  const change = (prize: string | null): Statement => [
    'update public.games set prize_package_id = $2 where id = $1',
    [game, prize],
  ]
  const refused = meet(club, { holder: admin, holds: [change(box)], comer: member, comes: redeem() })
  await expect(refused).rejects.toMatchObject({ code: 'RW002' })
  await run(admin, change(null))
  expect((await run(member, redeem())).rows).toHaveLength(1)
})

it('is redeemed before a game is made with it at the same moment, and neither fails', async () => {
  await meet(club, { holder: member, holds: [redeem()], comer: admin, comes: plan(box) })
  expect(await awards()).toBe(1)
  expect(await one('select count(*)::int from public.games where prize_package_id = $1', [box])).toBe(1)
})
