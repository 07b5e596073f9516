import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Who reads what is for the club's team.

let club: SqlClub
let admin: string
let suspended: string
let winner: string
let award: string
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())
beforeEach(async () => {
  admin = await club.signUp()
  suspended = await club.signUp()
  winner = await club.signUp()
  for (const id of [admin, suspended]) {
    await club.query('update public.profiles set is_admin = true where id = $1', [id])
    await club.query(
      `insert into private.notification_choices (user_id, group_name, channel, is_on) values ($1, 'club', 'push', true)`,
      [id],
    )
  }
  await club.query('update public.profiles set is_suspended = true where id = $1', [suspended])
  await club.query('truncate private.notifications cascade')
  const item = randomUUID()
  await club.query(
    `with box as (insert into public.prize_packages (name) values ($2) returning id)
      insert into public.prize_items (id, package_id, title, type, quantity) select $1, id, 'Lamp', 'physical', 9 from box`,
    [item, item],
  )
  award = randomUUID()
  await club.query('insert into public.prize_awards (id, user_id, item_id) values ($1, $2, $3)', [award, winner, item])
  await club.query(`select private.notify_all('claim_made', $1, $2)`, [award, winner])
})

const unread = async (who: string) =>
  (await club.query<{ n: number }>('select private.unread_notifications($1) as n', [who]))[0]?.n
const queued = () =>
  club.query(
    `select o.user_id from private.outbox as o join private.notifications as n on n.id = o.notification_id
      where n.kind = 'claim_made' and o.user_id = any ($1)`,
    [[admin, suspended]],
  )

describe('a notification for admins', () => {
  it('is neither shown nor sent to a suspended admin', async () => {
    await club.query('select private.spread_outbox()')
    expect([await unread(admin), await unread(suspended)]).toEqual([1, 0])
    expect(await queued()).toEqual([{ user_id: admin }])
  })

  it('about the claim of a member stays, and is sent, when the member is suspended', async () => {
    await club.query('select private.spread_outbox()')
    await club.query('update public.profiles set is_suspended = true where id = $1', [winner])
    expect(await unread(admin)).toBe(1)
    expect(await queued()).toEqual([{ user_id: admin }])
    const [row] = await club.query<{ actors: { id: string }[] }>(
      `select s.actors from private.notifications as n, private.shown_actors(n.id) as s where n.kind = 'claim_made'`,
    )
    expect(row?.actors.map(({ id }) => id)).toEqual([winner])
  })
})
