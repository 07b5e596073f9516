import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'
import { setJoining } from './join.ts'
import { fresh, type Mailing, openMailing } from './mailing.ts'

// What becomes of imported members: their points and the day when they joined. What an import answers is in
// member-import.test.ts.

let club: Mailing
let area: MemberArea
beforeAll(async () => {
  club = await openMailing()
  area = club.area
})
beforeEach(async () => {
  await setJoining(area, 'open')
  await area.row('delete from private.mailed_invitations')
  await area.row('delete from private.invited_addresses')
  await area.row('truncate private.audit_log')
})
afterAll(() => area.engine.close())

interface Imported {
  address: string
  id: string
  code: string
}
const LIST = { name: 'Eve', joined: '2012-05-31', points: 1250 }

/** Imports somebody. */
async function imported(values: object = {}, by: Persona = area.admin, address = fresh()): Promise<Imported> {
  const members = [{ address, ...LIST, ...values }]
  expect(expectAllowed(await by.rpc('import_members', { request: randomUUID(), members }))).toEqual([
    { address, answer: 'invited' },
  ])
  const { id, code } = (await club.stored(address)) ?? {}
  return { address, id: String(id), code: String(code) }
}
/** Their account, confirmed at once. */
const accept = ({ address, code }: Imported, email = address) =>
  signUp(area.engine, { email, data: { invitation: code } })
/** An account that waits for its confirmation. */
async function waiting(email: string, invitation?: string): Promise<string> {
  const id = randomUUID()
  await area.row(
    `insert into auth.users (id, email, raw_user_meta_data)
      values ($1, $2, jsonb_strip_nulls(jsonb_build_object('username', $3::text, 'invitation', $4::text)))`,
    [id, email, `new-${id.slice(0, 12)}`, invitation ?? null],
  )
  return id
}
const confirm = (id: string) => area.row('update auth.users set email_confirmed_at = now() where id = $1', [id])
const ledger = (id: string) =>
  area.engine.owner.query(
    'select kind, points_change, reason, created_by, source_key from public.points_log where user_id = $1',
    [id],
  )
const CREDIT = () => ({
  kind: 'admin',
  points_change: 1250,
  reason: 'Points from before',
  created_by: area.admin.user.id,
  source_key: null,
})
const given = async (id: string) => {
  const row = await area.row('select joined_on::text, points::int from public.profiles where id = $1', [id])
  return { ...row, credits: (await ledger(id)).length }
}
const ALL = { joined_on: '2012-05-31', points: 1250, credits: 1 }
const NOTHING = { joined_on: null, points: 0, credits: 0 }

describe('whoever accepts with the address that was invited', () => {
  it('has the points once, as points given by the admin who imported them, and the day', async () => {
    const one = await imported()
    const eve = await accept(one)
    expect(await ledger(eve.user.id)).toEqual([CREDIT()])
    expect(await given(eve.user.id)).toEqual(ALL)
    expect(await club.list({ search: one.address })).toMatchObject([
      { state: 'accepted', given_at: expect.any(String) },
    ])
    expect(
      await area.row('select sum(points)::int as points from private.points_by_day where user_id = $1', [eve.user.id]),
    ).toEqual({ points: 1250 })
    // The import is in the audit trail with their sum.
    expect((await club.trail()).map(({ action }) => action)).toEqual(['import_members'])
    // A second account with the code gets nothing.
    const other = await signUp(area.engine, { data: { invitation: one.code } })
    const tagged = await accept(one, one.address.replace('@', '+two@'))
    for (const { user } of [other, tagged]) expect(await given(user.id)).toEqual(NOTHING)
  })

  it.each([
    ['without the code', undefined],
    ['with a code that admits nobody', 'no-such-code'],
  ])('has them when they confirm the mailbox, also if somebody signs up with it once more, %s', async (_, code) => {
    const [one, other] = [await imported(), await imported()]
    const ids = [await waiting(one.address, one.code), await waiting(other.address.replace('@', '+late@'), code)]
    await area.row(
      `update auth.users set raw_user_meta_data = jsonb_strip_nulls(jsonb_build_object('username', $2::text, 'invitation', $3::text))
      where id = $1`,
      [ids[0], `stolen-${randomUUID().slice(0, 8)}`, code ?? null],
    )
    for (const id of ids) {
      await confirm(id)
      expect(await given(id)).toEqual(ALL)
    }
    expect(await club.stateOf(one.address)).toBe('accepted')
  })

  it('is admitted when they confirm the mailbox, whoever signed up with it once more and has ended the link', async () => {
    await setJoining(area, 'invitation')
    const one = await imported()
    const id = await waiting(one.address, one.code)
    const link = expectAllowed(await area.member.rpc('make_invitation'))[0]?.code
    await area.row(
      `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('invitation', $2::text)
      where id = $1`,
      [id, link],
    )
    expectAllowed(await area.member.rpc('make_invitation', { replaces: link }))
    await confirm(id)
    expect(await given(id)).toEqual(ALL)
  })

  it('is shown as a member since then, to members and to themselves, while every rule counts from their account', async () => {
    const eve = await accept(await imported())
    for (const by of [area.member, eve])
      expect(expectAllowed(await by.rpc('member_page', { name: eve.user.username }))).toMatchObject([
        { joined_on: '2012-05-31', created_at: expect.stringMatching(/^20[2-9]/), points: 1250 },
      ])
    expect(expectAllowed(await area.member.rpc('member_page', { name: area.other.user.username }))).toMatchObject([
      { joined_on: null },
    ])
    expect(
      await area.row(
        `select private.is_new_member($1) as is_new, created_at > now() - interval '1 hour' as is_young
          from public.profiles where id = $1`,
        [eve.user.id],
      ),
    ).toEqual({ is_new: true, is_young: true })
    expect((await guest(area.engine).rpc('member_page', { name: eve.user.username })).error?.code).toBe('42501')
    await area.row('update public.profiles set is_suspended = true where id = $1', [eve.user.id])
    expect(expectAllowed(await area.member.rpc('member_page', { name: eve.user.username }))).toMatchObject([
      { joined_on: null, created_at: null },
    ])
  })

  it('finds all of it in their data', async () => {
    const eve = await accept(await imported())
    await area.row('update auth.users set confirmation_sent_at = email_confirmed_at where id = $1', [eve.user.id])
    expect(expectAllowed(await eve.rpc('my_data'))).toMatchObject({
      profile: { joined_on: '2012-05-31' },
      points: [{ points_change: 1250, reason: 'Points from before' }],
      mailed_invitations: [{ proposed_name: 'Eve', joined_on: '2012-05-31', points: 1250 }],
    })
  })

  it('may still save their profile as the app does', async () => {
    const eve = await accept(await imported())
    const { id, username } = eve.user
    // A client that inserts the profile which the sign-up has made adds nothing.
    expectAllowed(await eve.from('profiles').insert({ id, username }))
    expectAllowed(await eve.from('profiles').upsert({ id, username, bio: 'Back again' }))
    expect(await given(id)).toEqual(ALL)
  })

  it('has them when the address is confirmed, and not before', async () => {
    const one = await imported()
    const id = await waiting(one.address, one.code)
    expect(await ledger(id)).toEqual([])
    await confirm(id)
    expect(await given(id)).toEqual(ALL)
    // Confirmed again, as an operator may.
    await area.row('update auth.users set email_confirmed_at = null where id = $1', [id])
    await confirm(id)
    expect(await given(id)).toEqual(ALL)
  })

  it('has them also when the invitation expires between the sign-up and the confirmation', async () => {
    const one = await imported()
    const id = await waiting(one.address, one.code)
    await area.row('update private.mailed_invitations set expires_at = now() where id = $1', [one.id])
    await confirm(id)
    expect(await given(id)).toEqual(ALL)
  })

  it('has them in any spelling of the mailbox', async () => {
    const one = await imported()
    expect(await given((await accept(one, one.address.replace('@', '+club@'))).user.id)).toEqual(ALL)
    const other = await imported({}, area.admin, fresh().replace('@', '+old-club@'))
    expect(await given((await accept(other, other.address.replace('+old-club', ''))).user.id)).toEqual(ALL)
  })

  it('has the points alone, or the day alone, or neither', async () => {
    const points = await accept(await imported({ joined: null }))
    expect(await given(points.user.id)).toEqual({ ...ALL, joined_on: null })
    const day = await accept(await imported({ points: null }))
    expect(await given(day.user.id)).toEqual({ ...NOTHING, joined_on: '2012-05-31' })
    const none = await accept(await imported({ points: 0, joined: null }))
    expect(await given(none.user.id)).toEqual(NOTHING)
    const plain = await club.invited()
    expect(await given((await accept(plain)).user.id)).toEqual(NOTHING)
  })

  it('has the points from nobody when the admin is gone', async () => {
    const anna = await signUp(area.engine, { admin: true })
    const one = await imported({}, anna)
    expectAllowed(await area.admin.rpc('delete_user', { user_id: anna.user.id }))
    const eve = await accept(one)
    expect(await ledger(eve.user.id)).toEqual([{ ...CREDIT(), created_by: null }])
  })

  it('has them in an account that an operator makes', async () => {
    const one = await imported()
    const { data } = await service(area.engine).auth.admin.createUser({
      email: one.address,
      email_confirm: true,
      user_metadata: { invitation: one.code },
    })
    expect(await given(data.user?.id ?? '')).toEqual(ALL)
  })
})

describe('no points and no day has', () => {
  it('whoever accepts with another address, although the invitation is used up', async () => {
    const one = await imported()
    const bob = await accept(one, fresh())
    expect(await given(bob.user.id)).toEqual(NOTHING)
    expect(await club.list({ search: one.address })).toMatchObject([
      { state: 'accepted', given_at: null, points: 1250 },
    ])
    // Neither has the one who was invited, later: the admin gives them by hand.
    const eve = await accept(one)
    expect(await given(eve.user.id)).toEqual(NOTHING)
    // Nor when the first one takes on the address.
    await area.row('delete from auth.users where id = $1', [eve.user.id])
    await area.row('update auth.users set email = $2 where id = $1', [bob.user.id, one.address])
    expect(await given(bob.user.id)).toEqual(NOTHING)
  })

  it('whoever has confirmed another address than that with which they signed up', async () => {
    const one = await imported()
    const id = await waiting(one.address, one.code)
    await area.row('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [id, fresh()])
    expect(await given(id)).toEqual(NOTHING)
  })

  it('whoever registers with the address and without the code, where it is not confirmed', async () => {
    const one = await imported()
    const eve = await signUp(area.engine, { email: one.address })
    expect(await given(eve.user.id)).toEqual(NOTHING)
    expect(await club.stateOf(one.address)).toBe('waiting')
    // The mail is not sent, because the address has an account.
    await club.take()
    expect([await club.stateOf(one.address), await given(eve.user.id)]).toEqual(['accepted', NOTHING])
  })

  it('an account without an address', async () => {
    const one = await imported()
    await area.row(
      `insert into auth.users (id, raw_user_meta_data, is_anonymous)
        values (gen_random_uuid(), jsonb_build_object('invitation', $1::text), true)`,
      [one.code],
    )
    expect(await club.stored(one.address)).toMatchObject({ given_at: null })
  })

  it('whoever holds a code that has expired or was withdrawn, also between the sign-up and the confirmation', async () => {
    const [late, back, between] = [await imported(), await imported(), await imported()]
    await area.row('update private.mailed_invitations set expires_at = now() where id = $1', [late.id])
    await club.withdraw([back.id])
    for (const one of [late, back]) expect(await given((await accept(one)).user.id)).toEqual(NOTHING)
    const id = await waiting(between.address, between.code)
    await club.withdraw([between.id])
    await confirm(id)
    expect(await given(id)).toEqual(NOTHING)
  })

  it('the next account of the address, until an admin imports it again after 30 days', async () => {
    const one = await imported()
    const eve = await accept(one)
    expectAllowed(await eve.rpc('delete_own_account', { password: eve.user.password }))
    expect(await given((await accept(one)).user.id)).toEqual(NOTHING)
    await area.row(`delete from auth.users where email = $1`, [one.address])
    const members = [{ address: one.address, ...LIST }]
    const again = async () =>
      expectAllowed(await area.admin.rpc('import_members', { request: randomUUID(), members })) as { answer: string }[]
    expect(await again()).toMatchObject([{ answer: 'recent' }])
    await club.pass(one.address, '30 days')
    expect(await again()).toMatchObject([{ answer: 'invited' }])
    const code = String((await club.stored(one.address))?.code)
    expect(await given((await accept({ ...one, code })).user.id)).toEqual(ALL)
  })
})

describe('several accounts with one code', () => {
  it('have the points once between them, at the same moment', async () => {
    const one = await imported()
    const spellings = Array.from({ length: 6 }, (_, n) => one.address.replace('@', `+${n}@`))
    const all = await Promise.all(spellings.map((email) => accept(one, email)))
    const each = await Promise.all(all.map(({ user }) => given(user.id)))
    expect(each.filter(({ credits }) => credits > 0)).toEqual([ALL])
    expect(each.filter(({ credits }) => credits === 0)).toEqual(Array(5).fill(NOTHING))
  })

  it('have them once when they are confirmed one after the other', async () => {
    const one = await imported()
    const first = await waiting(one.address, one.code)
    const second = await waiting(one.address.replace('@', '+two@'), one.code)
    for (const id of [first, second]) await confirm(id)
    const credits = [await ledger(first), await ledger(second)].map(({ length }) => length)
    expect(credits.toSorted()).toEqual([0, 1])
  })
})
