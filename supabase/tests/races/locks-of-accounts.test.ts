import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet, run, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Names, referrals and files, while a transaction is open that deletes or changes the account they belong to; and live
// messages, while another flush runs.

let club: SqlClub
let member: string
let holder: Client
let comer: Client
beforeAll(async () => {
  club = await openSqlClub()
  holder = await club.connect()
  comer = await club.connect()
})
afterAll(() => club.close())
beforeEach(async () => {
  member = await club.signUp()
})

const rename = (who: string, name: string): Statement => [
  'update public.profiles set username = $2 where id = $1',
  [who, name],
]
const leave = (who: string): Statement => ['delete from auth.users where id = $1', [who]]
const newName = () => `angler-${randomUUID().slice(0, 12)}`

it('keeps the name that a member takes back while another member’s new name deletes old names', async () => {
  const [old, other] = [newName(), await club.signUp()]
  await run(holder, rename(member, old))
  await run(holder, rename(member, newName()))
  const keys = () =>
    club.query(
      'select user_id, freed_at is null as is_held from private.username_keys where key = any (private.username_keys_of($1))',
      [old],
    )
  const held = await keys()
  await club.query(
    `update private.username_keys set freed_at = now() - interval '91 days' where key = any (private.username_keys_of($1))`,
    [old],
  )
  await meet(club, { holder, holds: [rename(member, old)], comer, comes: rename(other, newName()) })
  expect(await keys()).toEqual(held.map(() => ({ user_id: member, is_held: true })))
})

it('makes the first of two addresses that are saved at the same moment the default', async () => {
  const [phone, laptop] = [await club.as(member), await club.as(member)]
  const save = (name: string): Statement => [
    `insert into public.shipping_addresses (full_name, email, address_line1, city, state, postal_code, phone_number)
      values ($1, 'me@example.com', '1 Lake Road', 'Withy', 'Kent', 'TN1', '01234')`,
    [name],
  ]
  await meet(club, { holder: phone, holds: [save('First')], comer: laptop, comes: save('Second') })
  expect(
    await club.query('select full_name, is_default from public.shipping_addresses where user_id = $1 order by 1', [
      member,
    ]),
  ).toEqual([
    { full_name: 'First', is_default: true },
    { full_name: 'Second', is_default: false },
  ])
})

describe('a sign-up through a member’s referral link', () => {
  const signUp = (id: string): Statement => [
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
      values ($1, $2, jsonb_build_object('referrer_id', $3::text), now())`,
    [id, `${id}@example.com`, member],
  ]

  it.each([
    ['without a referral when that member leaves', () => leave(member), 0],
    ['with a referral when that member is renamed', () => rename(member, newName()), 1],
  ])('succeeds %s at the same moment', async (_, change, count) => {
    const id = randomUUID()
    await meet(club, { holder, holds: [change()], comer, comes: signUp(id) })
    expect(await club.query('select from public.profiles where id = $1', [id])).toHaveLength(1)
    expect(await club.query('select from public.referrals where referred_user_id = $1', [id])).toHaveLength(count)
  })
})

describe('a sign-up with a link of the club', () => {
  const signUp = (id: string, code: string): Statement => [
    `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
      values ($1, $2, jsonb_build_object('invitation', $3::text, 'referrer_id', $4::text), now())`,
    [id, `${id}@example.com`, code, member],
  ]

  it.each(['before', 'after'])('succeeds when the one who made it leaves %s it at the same moment', async (order) => {
    const [id, code] = [randomUUID(), randomUUID()]
    await club.query(
      `insert into private.club_links (id, note, code, places, made_by, expires_at)
        values (gen_random_uuid(), 'Stand', $1, 5, $2, now() + interval '1 day')`,
      [code, member],
    )
    const [first, last] = order === 'before' ? [leave(member), signUp(id, code)] : [signUp(id, code), leave(member)]
    await meet(club, { holder, holds: [first], comer, comes: last })
    expect(await club.query('select from public.profiles where id = $1', [id])).toHaveLength(1)
    expect(await club.query('select taken, made_by from private.club_links where code = $1', [code])).toEqual([
      { taken: 1, made_by: null },
    ])
  })
})

describe('a file', () => {
  let name: string
  beforeEach(() => {
    name = `${member}/${randomUUID()}.jpg`
  })
  const upload = (): Statement => [
    `insert into storage.objects (bucket_id, name, owner_id) values ('fishing-photos', $1, $2)`,
    [name, member],
  ]
  const remove = (): Statement => ['delete from storage.objects where name = $1', [name]]
  const files = () => club.query('select from storage.objects where name = $1', [name])

  it('is refused while its account is being deleted, and stored while it is being renamed', async () => {
    const meeting = { holder, comer, comes: upload() }
    await meet(club, { ...meeting, holds: [rename(member, newName())] })
    expect(await files()).toHaveLength(1)
    const stored = name
    name = `${member}/${randomUUID()}.jpg`
    await expect(meet(club, { ...meeting, comes: upload(), holds: [leave(member)] })).rejects.toMatchObject({
      code: '42501',
    })
    expect(await club.query('select name from storage.objects where owner_id = $1', [member])).toEqual([
      { name: stored },
    ])
  })

  it('of a deleted account is removed by the clean-up while an admin removes it, without a deadlock', async () => {
    const boss = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [boss])
    const admin = await club.as(boss)
    await run(holder, upload())
    await run(holder, leave(member))
    for (const client of [holder, admin]) await client.query(`set storage.allow_delete_query = 'true'`)
    const { rowCount } = await meet(club, {
      holder,
      holds: [['select private.left_files(1000)']],
      adds: [remove()],
      comer: admin,
      comes: remove(),
    })
    expect([rowCount, await files()]).toEqual([0, []])
  })
})

it('announces once, and after the gap, what changes while another flush runs', async () => {
  const post = randomUUID()
  const flush: Statement = ['select private.flush_live()']
  await club.query('insert into public.newsfeed_posts (id, user_id, content) values ($1, $2, $3)', [
    post,
    member,
    'Tench',
  ])
  const sent = async () =>
    (await club.query<{ n: string }>(`select n from private.live_sent where topic = 'feed'`))[0]?.n
  const before = Number((await sent()) ?? 0)
  await meet(club, {
    holder,
    holds: [flush],
    comer,
    comes: [
      `begin;
      update public.newsfeed_posts set content = 'Perch' where id = '${post}';
      commit;
      select private.flush_live()`,
    ],
  })
  expect(Number(await sent())).toBe(before + 1)
  expect(await club.query(`select from private.live_pending where topic = 'feed'`)).not.toEqual([])
})
