import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meet, type Statement } from '../support/meeting.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

// Links of the club and invitations by mail, while another transaction is open that uses or ends them.

let club: SqlClub
let first: Client
let second: Client
let holder: Client
let comer: Client
beforeAll(async () => {
  club = await openSqlClub()
  const admin = async () => {
    const id = await club.signUp()
    await club.query('update public.profiles set is_admin = true where id = $1', [id])
    return await club.as(id)
  }
  first = await admin()
  second = await admin()
  holder = await club.connect()
  comer = await club.connect()
  await club.query(`update public.site_settings set joining = 'invitation'`)
})
afterAll(() => club.close())

let link: string
let code: string
let address: string
beforeEach(async () => {
  address = `eve-${randomUUID()}@lake.test`
  link = randomUUID()
  code = randomUUID()
  await club.query(
    `insert into private.club_links (id, note, code, places, expires_at)
      values ($1, 'Stand', $2, 1, now() + interval '1 day')`,
    [link, code],
  )
})

const invite = (addresses: string[], request = randomUUID()): Statement => [
  'select answer from public.invite_addresses($1, $2)',
  [request, addresses],
]
const signUp = (with_code: string): Statement => [
  `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
    values (gen_random_uuid(), gen_random_uuid() || '@example.com', jsonb_build_object('invitation', $1::text), now())`,
  [with_code],
]
/** An invitation that was mailed. */
async function mailed(): Promise<{ id: string; mailedCode: string }> {
  const [row] = await club.query<{ id: string; code: string }>(
    `insert into private.mailed_invitations (address, code, expires_at, outcome, ended_at)
      values ($1, gen_random_uuid(), now() + interval '1 day', 'sent', now()) returning id, code`,
    [address],
  )
  return { id: row?.id ?? '', mailedCode: row?.code ?? '' }
}
const REFUSED = { code: '23U13' }

describe('an address', () => {
  it('that another admin invites at the same moment was invited lately', async () => {
    const other = `bob-${randomUUID()}@lake.test`
    const { rows } = await meet(club, {
      holder: first,
      holds: [invite([address, other])],
      comer: second,
      comes: invite([other, address.toUpperCase()]),
    })
    expect(rows).toEqual([{ answer: 'recent' }, { answer: 'recent' }])
    expect(
      await club.query('select from private.mailed_invitations where address = any ($1)', [[address, other]]),
    ).toHaveLength(2)
  })

  it('of a request that is sent again before it has ended is invited once, with the same answer', async () => {
    const request = invite([address, address], randomUUID())
    const [id] = (await first.query('select auth.uid() as id')).rows
    const again = await club.as(String(id?.id))
    const { rows } = await meet(club, { holder: first, holds: [request], comer: again, comes: request })
    expect(rows).toEqual([{ answer: 'invited' }, { answer: 'again' }])
    expect(await club.query('select from private.mailed_invitations where address = $1', [address])).toHaveLength(1)
  })
})

describe('a sign-up is refused', () => {
  const places = () => club.query('select taken from private.club_links where id = $1', [link])

  it('when another one takes the last place of a link', async () => {
    await expect(meet(club, { holder, holds: [signUp(code)], comer, comes: signUp(code) })).rejects.toMatchObject(
      REFUSED,
    )
    expect(await places()).toEqual([{ taken: 1 }])
  })

  it('when an admin ends the link', async () => {
    const ends: Statement = ['select public.end_club_link($1)', [link]]
    await expect(meet(club, { holder: first, holds: [ends], comer, comes: signUp(code) })).rejects.toMatchObject(
      REFUSED,
    )
    expect(await places()).toEqual([{ taken: 0 }])
  })

  it('when another one uses the mailed code', async () => {
    const { mailedCode } = await mailed()
    await expect(
      meet(club, { holder, holds: [signUp(mailedCode)], comer, comes: signUp(mailedCode) }),
    ).rejects.toMatchObject(REFUSED)
  })

  it('when an admin withdraws the invitation, which is not withdrawn once it is used', async () => {
    const withdraw = (id: string): Statement => ['select public.withdraw_invitations($1) as count', [[id]]]
    const one = await mailed()
    await expect(
      meet(club, { holder: first, holds: [withdraw(one.id)], comer, comes: signUp(one.mailedCode) }),
    ).rejects.toMatchObject(REFUSED)
    const other = await mailed()
    const { rows } = await meet(club, {
      holder,
      holds: [signUp(other.mailedCode)],
      comer: first,
      comes: withdraw(other.id),
    })
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('a sender', () => {
  const takes: Statement = ['select jsonb_array_length(private.take_invitations(100)) as taken']
  const due = () =>
    club.query(
      `insert into private.mailed_invitations (address, code, expires_at)
        values ($1, gen_random_uuid(), now() + interval '1 day')`,
      [address],
    )
  beforeEach(() => club.query(`delete from private.mailed_invitations`))

  it('leaves what another one is taking', async () => {
    await due()
    const { rows } = await meet(club, { holder, holds: [takes], comer, comes: takes })
    expect(rows).toEqual([{ taken: 0 }])
  })

  it('leaves what an admin is withdrawing', async () => {
    await due()
    const { rows } = await meet(club, {
      holder: first,
      holds: [['select public.withdraw_invitations(array(select m.id from public.mailed_invitations() as m))']],
      comer,
      comes: takes,
    })
    expect(rows).toEqual([{ taken: 0 }])
    expect(await club.query('select outcome from private.mailed_invitations')).toEqual([{ outcome: 'dropped' }])
  })
})
