import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// The same friend again: an address that returns, in the same or another spelling, and members who refer in a circle.

let area: MemberArea
let host: Persona
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  host = await signUp(area.engine)
})

const bring = (by: Persona, email = `${randomUUID()}@example.com`) =>
  signUp(area.engine, { email, data: { referrer_id: by.user.id } })
const balance = async (who: Persona) =>
  Number((await area.row('select points from public.profiles where id = $1', [who.user.id]))?.points)
const approve = (by: Persona, friend: Persona) =>
  by.from('referrals').update({ status: 'completed' }).eq('referred_user_id', friend.user.id).select('id').single()
const pendingOf = async (who: Persona) =>
  expectAllowed(await who.from('referral_details').select('status').eq('status', 'pending')).length
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
const suspend = (who: Persona, is_suspended = true) =>
  area.admin.from('profiles').update({ is_suspended }).eq('id', who.user.id).throwOnError()

describe('an address', () => {
  it('is credited only once, however often its account is deleted and created again', async () => {
    const email = `${randomUUID()}@example.com`
    for (let round = 0; round < 5; round++) {
      const friend = await bring(host, email)
      if (round === 0) expectAllowed(await approve(host, friend))
      else expect(await pendingOf(host)).toBe(0)
      // Reported again by the client itself, it is a duplicate.
      const row = { referrer_id: host.user.id, referred_email: email, status: 'pending' }
      expectError(await friend.from('referrals').insert(row), '23505')
      await leave(friend)
    }
    expect(await balance(host)).toBe(100)
  })

  it('that left before it was approved can still be referred, and then counts', async () => {
    const email = `${randomUUID()}@example.com`
    const friend = await bring(host, email)
    await leave(friend)
    expect(await pendingOf(host)).toBe(0)
    expectAllowed(await approve(host, await bring(host, email)))
    expect(await balance(host)).toBe(100)
  })

  it('is the same with another tag, in capitals, and with the dots that Gmail ignores', async () => {
    const name = `a${randomUUID().slice(0, 8)}`
    const first = await bring(host, `${name}@gmail.com`)
    const others = [
      await bring(host, `${name}+friend@gmail.com`),
      await bring(host, `${name.split('').join('.')}@googlemail.com`),
    ]
    expectAllowed(await approve(host, first))
    for (const other of others) {
      const refused = await approve(host, other)
      expectError(refused, 'RF001')
      expect(refused.status).toBe(400)
    }
    const again = await bring(host, `${name.toUpperCase()}+three@GMAIL.com`)
    expect(
      await area.row('select id from public.referrals where referred_user_id = $1', [again.user.id]),
    ).toBeUndefined()
    expect(await balance(host)).toBe(100)
  })

  it('that the new member changes before the approval counts in both forms', async () => {
    const [before, after] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    const friend = await bring(host, before)
    await area.row('update auth.users set email = $2 where id = $1', [friend.user.id, after])
    expectAllowed(await approve(host, friend))
    await area.row('delete from auth.users where id = $1', [friend.user.id])
    for (const email of [before, after]) await bring(host, email)
    expect(await pendingOf(host)).toBe(0)
  })

  it.each([
    ['Tom+carp@Example.com', 'tom@example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['t.o.m+x@googlemail.com', 'tom@gmail.com'],
    ['t.o.m@example.com', 't.o.m@example.com'],
    ['tom@bücher.example', 'tom@xn--bcher-kva.example'],
    ['tom@BÜCHER.example', 'tom@xn--bcher-kva.example'],
    ['tom@xn--bcher-kva.example', 'tom@xn--bcher-kva.example'],
    ['tom@пример.испытание', 'tom@xn--e1afmkfd.xn--80akhbyknj4f'],
    ['tom@例え.テスト', 'tom@xn--r8jz45g.xn--zckzah'],
    ['tom@example.com.', 'tom@example.com'],
  ])('%s is stored as %s', async (typed, kept) => {
    expect((await area.row('select private.canonical_address($1) as kept', [typed]))?.kept).toBe(kept)
  })

  it('is stored as a keyed hash that no request can read', async () => {
    const friend = await bring(host)
    expectAllowed(await approve(host, friend))
    const kept = await area.engine.owner.query('select * from private.referred_addresses')
    expect(JSON.stringify(kept)).not.toContain(friend.user.email)
    const [plain] = await area.engine.owner.query(
      `select count(*)::int as n from private.referred_addresses where address_hash = sha256(convert_to($1, 'UTF8'))`,
      [friend.user.email],
    )
    expect(plain?.n).toBe(0)
    for (const relation of ['has_table_privilege', 'has_any_column_privilege'])
      for (const table of ['referred_addresses', 'suspended_accounts', 'settings'])
        for (const role of ['anon', 'authenticated', 'service_role'])
          expect((await area.row(`select ${relation}($1, $2, 'select') as may`, [role, `private.${table}`]))?.may).toBe(
            false,
          )
  })
})

describe('an approval is refused', () => {
  it('to members who referred each other, once one of the two is credited', async () => {
    const friend = await bring(host)
    const row = { referrer_id: friend.user.id, referred_email: host.user.email, status: 'pending' }
    expectAllowed(await host.from('referrals').insert(row))
    expectAllowed(await approve(host, friend))
    expectError(await approve(friend, host), 'RF002')
    expect([await balance(host), await balance(friend)]).toEqual([100, 0])
  })

  it('in a larger circle, also when all approve at the same moment', async () => {
    const second = await bring(host)
    const third = await bring(second)
    const row = { referrer_id: third.user.id, referred_email: host.user.email, status: 'pending' }
    expectAllowed(await host.from('referrals').insert(row))
    const answers = await Promise.all([approve(host, second), approve(second, third), approve(third, host)])
    expect(answers.filter(({ error }) => error?.code === 'RF002')).toHaveLength(1)
    const paid = [await balance(host), await balance(second), await balance(third)]
    expect(paid.reduce((sum, points) => sum + points)).toBe(200)
  })

  it('to a suspended referrer, until the suspension is lifted', async () => {
    const friend = await bring(host)
    await suspend(host)
    expectError(await approve(host, friend), 'PT403')
    expect(await balance(host)).toBe(0)
    await suspend(host, false)
    expectAllowed(await approve(host, friend))
    expect(await balance(host)).toBe(100)
  })

  it('before a first step, if the club requires one', async () => {
    const [settings] = await area.engine.owner.query('select id from public.referral_settings')
    const ask = (who: Persona, first_step_required: boolean) =>
      who.from('referral_settings').update({ first_step_required }).eq('id', settings?.id).select('id')
    expect(expectAllowed(await ask(host, true))).toEqual([])
    expect(expectAllowed(await ask(area.admin, true))).toHaveLength(1)
    const friend = await bring(host)
    expectError(await approve(host, friend), 'RF003')
    expectAllowed(
      await friend.from('newsfeed_posts').insert({ user_id: friend.user.id, content: `Hello ${randomUUID()}` }),
    )
    expectAllowed(await approve(host, friend))
    expectAllowed(await ask(area.admin, false))
    expectAllowed(await approve(host, await bring(host)))
    expect(await balance(host)).toBe(200)
  })

  it('when the friend was deleted, and the row remains without a name', async () => {
    const friend = await bring(host)
    const { id } =
      (await area.row('select id from public.referrals where referred_user_id = $1', [friend.user.id])) ?? {}
    await leave(friend)
    expectError(
      await host.from('referrals').update({ status: 'completed' }).eq('id', id).select('id').single(),
      'RF004',
    )
    expect(await area.row('select referred_user_id, referred_email from public.referrals where id = $1', [id])).toEqual(
      {
        referred_user_id: null,
        referred_email: null,
      },
    )
  })
})

describe('a completed referral', () => {
  it('stays in the referrer’s history when the friend was deleted, without address and name', async () => {
    const friend = await bring(host)
    expectAllowed(await approve(host, friend))
    await leave(friend)
    const rows = host.from('referral_details').select('status, points_awarded, referred_email, referred_username')
    expect(expectAllowed(await rows)).toEqual([
      { status: 'completed', points_awarded: 100, referred_email: null, referred_username: null },
    ])
    expect(expectAllowed(await host.rpc('get_user_referral_stats'))).toEqual([
      { total_referrals: 1, completed_referrals: 1, pending_referrals: 0 },
    ])
    expect(await balance(host)).toBe(100)
  })

  it('outlives the referrer too, and cannot be given another', async () => {
    const friend = await bring(host)
    expectAllowed(await approve(host, friend))
    await leave(host)
    const row = { referrer_id: area.member.user.id, referred_email: friend.user.email, status: 'pending' }
    expectError(await friend.from('referrals').insert(row), '23505')
    expectDenied(await friend.from('referrals').update({ referrer_id: area.member.user.id }).not('id', 'is', null))
    expect(
      await area.row('select referrer_id, status from public.referrals where referred_user_id = $1', [friend.user.id]),
    ).toEqual({ referrer_id: null, status: 'completed' })
  })
})
