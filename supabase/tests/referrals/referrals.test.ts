import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'

let engine: TestEngine
let admin: Persona
let referrer: Persona
let stranger: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  referrer = await signUp(engine)
  stranger = await signUp(engine)
  await engine.owner.query('update referral_settings set points_per_referral = 75')
})
afterAll(() => engine.close())

const bring = (by: Persona) => signUp(engine, { data: { referrer_id: by.user.id } })
const referralOf = async (member: Persona) =>
  (await engine.owner.query('select * from referrals where referred_user_id = $1', [member.user.id]))[0]
const balance = async (persona: Persona) =>
  Number((await engine.owner.query('select points from profiles where id = $1', [persona.user.id]))[0]?.points)
const approve = (by: SupabaseClient, id: string) =>
  by.from('referrals').update({ status: 'completed' }).eq('id', id).select()

describe('a sign-up through a referral link', () => {
  it('creates a pending referral for the address of the new account', async () => {
    const member = await bring(referrer)
    expect(await referralOf(member)).toMatchObject({
      referrer_id: referrer.user.id,
      referred_email: member.user.email,
      status: 'pending',
      completed_at: null,
      points_awarded: null,
    })
  })

  it.each([
    ['an unknown member', randomUUID()],
    ['no uuid', '<img src=x onerror=alert(1)>'],
    ['SQL', "'; drop table referrals; --"],
    ['a list', [randomUUID()]],
    ['nothing', null],
  ])('that names %s still creates the account', async (_, referrer_id) => {
    expect(await referralOf(await signUp(engine, { data: { referrer_id } }))).toBeUndefined()
  })

  it('does not tell others whether an address was referred', async () => {
    const known = await bring(referrer)
    expect((await approve(referrer, String((await referralOf(known))?.id))).error).toBeNull()
    const curious = await signUp(engine)
    const ask = (email: string | undefined) =>
      curious
        .from('referrals')
        .insert({ referrer_id: referrer.user.id, referred_email: email ?? '', status: 'pending' })
    const unknown = await ask(`${randomUUID()}@example.com`)
    expectDenied(unknown)
    for (const email of [known.user.email, known.user.email?.toUpperCase()]) expect(await ask(email)).toEqual(unknown)
    expect(await referralOf(curious)).toBeUndefined()
  })

  it('is no second referral of an address whose first member has left it for another', async () => {
    const host = await signUp(engine)
    const first = await bring(referrer)
    const { email } = first.user
    await engine.owner.query('update auth.users set email = $2 where id = $1', [first.user.id, `new.${email}`])
    const second = await signUp(engine, { email, data: { referrer_id: host.user.id } })
    const row = { referrer_id: host.user.id, referred_email: email, status: 'pending' }
    expectError(await second.from('referrals').insert(row), '23505')
    expect(await referralOf(second)).toBeUndefined()
    expect(await referralOf(first)).toMatchObject({ referrer_id: referrer.user.id, referred_email: email })
    expect(await referralOf(await bring(host))).toMatchObject({ referrer_id: host.user.id })
  })

  it('may be reported again by the new member, without effect', async () => {
    const member = await bring(referrer)
    const row = { referrer_id: stranger.user.id, referred_email: member.user.email, status: 'pending' }
    expectError(await member.from('referrals').insert(row), '23505')
    expect(await referralOf(member)).toMatchObject({ referrer_id: referrer.user.id })
  })
})

describe('reporting one’s referrer', () => {
  it('is open to a new member for their own address, on the first day', async () => {
    const member = await signUp(engine)
    const row = { referrer_id: referrer.user.id, referred_email: member.user.email, status: 'pending' }
    expectAllowed(await member.from('referrals').insert(row))
    const late = await signUp(engine)
    await engine.owner.query(`update auth.users set created_at = now() - interval '25 hours' where id = $1`, [
      late.user.id,
    ])
    expectDenied(await late.from('referrals').insert({ ...row, referred_email: late.user.email }))
    expect(await referralOf(late)).toBeUndefined()
  })

  it('cannot be used to invent referrals', async () => {
    const member = await signUp(engine)
    const own = { referrer_id: referrer.user.id, referred_email: member.user.email, status: 'pending' }
    expectDenied(
      await member.from('referrals').insert({ ...own, referrer_id: member.user.id, referred_email: 'fake@x.org' }),
    )
    expectDenied(await member.from('referrals').insert({ ...own, referred_email: stranger.user.email }))
    expectDenied(await member.from('referrals').insert({ ...own, status: 'completed' }))
    expectError(await member.from('referrals').insert({ ...own, referrer_id: member.user.id }), '23514')
    expectError(await member.from('referrals').insert({ ...own, referrer_id: randomUUID() }), '23503')
    expectDenied(await guest(engine).from('referrals').insert(own))
    expect(await referralOf(member)).toBeUndefined()
    for (const forged of [
      { id: randomUUID() },
      { referred_user_id: stranger.user.id },
      { points_awarded: 500 },
      { completed_at: '2020-01-01' },
      { created_at: '2999-01-01' },
    ])
      expectDenied(await member.from('referrals').insert({ ...own, ...forged }))
    expectAllowed(await member.from('referrals').insert(own))
    expect(await referralOf(member)).toMatchObject({ referrer_id: referrer.user.id, points_awarded: null })
  })
})

describe('approval', () => {
  it('completes the referral and credits the referrer in one step', async () => {
    const member = await bring(referrer)
    const before = await balance(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    expect(expectAllowed(await approve(referrer, id))).toMatchObject([{ status: 'completed', points_awarded: 75 }])
    expect((await referralOf(member))?.completed_at).toBeInstanceOf(Date)
    expect(await balance(referrer)).toBe(before + 75)
    const [credit] = await engine.owner.query('select * from points_log where source_key = $1', [`referral:${id}`])
    expect(credit).toMatchObject({ kind: 'referral', points_change: 75, user_id: referrer.user.id })
    expect(credit).toMatchObject({ metadata: { referred_username: member.user.username } })
    expect(credit?.reason).toMatch(/\S/)
  })

  it('is for the referrer alone', async () => {
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    for (const persona of [stranger, member, admin, guest(engine)]) {
      expectDeniedOrNothing(await approve(persona, id))
    }
    expect(await referralOf(member)).toMatchObject({ status: 'pending' })
  })

  it('may change the status and no other column', async () => {
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    const before = await referralOf(member)
    for (const forged of [
      { points_awarded: 9999 },
      { completed_at: new Date().toISOString() },
      { referrer_id: stranger.user.id },
      { referred_email: 'other@example.com' },
      { referred_user_id: stranger.user.id },
      { created_at: '2020-01-01' },
    ]) {
      const update = referrer
        .from('referrals')
        .update({ status: 'completed', ...forged })
        .eq('id', id)
      expectDenied(await update)
    }
    expect(await referralOf(member)).toEqual(before)
  })

  it('happens once and cannot be undone', async () => {
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    expectAllowed(await approve(referrer, id))
    const before = await balance(referrer)
    expect(expectAllowed(await approve(referrer, id))).toEqual([])
    expectDeniedOrNothing(await referrer.from('referrals').update({ status: 'pending' }).eq('id', id).select())
    expectDeniedOrNothing(await referrer.from('referrals').delete().eq('id', id).select())
    // No policy holds the operator back.
    expectDenied(await service(engine).from('referrals').update({ status: 'pending' }).eq('id', id).select())
    expect(await referralOf(member)).toMatchObject({ status: 'completed' })
    expect(await balance(referrer)).toBe(before)
  })

  it('of fifty requests at once credits once', async () => {
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    const before = await balance(referrer)
    const answers = await Promise.all(Array.from({ length: 50 }, () => approve(referrer, id)))
    expect(answers.filter(({ data }) => data?.length === 1)).toHaveLength(1)
    expect(answers.filter(({ error }) => error)).toEqual([])
    expect(await balance(referrer)).toBe(before + 75)
  })

  it('is refused until the new member has confirmed the address', async () => {
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    await engine.owner.query('update auth.users set email_confirmed_at = null where id = $1', [member.user.id])
    expectError(await approve(referrer, id), 'RF007')
    expect(await referralOf(member)).toMatchObject({ status: 'pending' })
    await engine.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [member.user.id])
    expect(expectAllowed(await approve(referrer, id))).toHaveLength(1)
  })

  it('credits nothing, without an error, when a referral is worth zero', async () => {
    await engine.owner.query('update referral_settings set points_per_referral = 0')
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    const before = await balance(referrer)
    expect(expectAllowed(await approve(referrer, id))).toMatchObject([{ points_awarded: 0 }])
    expect(await balance(referrer)).toBe(before)
    await engine.owner.query('update referral_settings set points_per_referral = 75')
  })
})

describe('reading', () => {
  it('shows referrals to their referrer and to admins, not to others', async () => {
    const member = await bring(referrer)
    for (const table of ['referrals', 'referral_details']) {
      const rows = (persona: Persona) =>
        persona.from(table).select('referred_email').eq('referrer_id', referrer.user.id)
      expect(expectAllowed(await rows(referrer))).toContainEqual({ referred_email: member.user.email })
      expect(expectAllowed(await rows(admin))).toContainEqual({ referred_email: member.user.email })
      expect(expectAllowed(await rows(stranger))).toEqual([])
      expectDenied(await guest(engine).from(table).select())
    }
  })

  it('shows the name of the referred member in referral_details', async () => {
    const member = await bring(referrer)
    const row = referrer.from('referral_details').select('referred_username, status')
    expect(expectAllowed(await row.eq('referred_email', member.user.email).single())).toEqual({
      referred_username: member.user.username,
      status: 'pending',
    })
  })

  it('counts only one’s own referrals, whatever ID is sent, but admins may count others’', async () => {
    const host = await signUp(engine)
    await bring(host)
    const member = await bring(host)
    await approve(host, ((await referralOf(member)) as { id: string }).id)
    const expected = [{ total_referrals: 2, completed_referrals: 1, pending_referrals: 1 }]
    const stats = (persona: Persona) => persona.rpc('get_user_referral_stats', { user_id: host.user.id })
    expect(expectAllowed(await stats(host))).toEqual(expected)
    expect(expectAllowed(await stats(admin))).toEqual(expected)
    expect(expectAllowed(await stats(stranger))).toMatchObject([{ total_referrals: 0 }])
    expectDenied(await guest(engine).rpc('get_user_referral_stats', { user_id: host.user.id }))
  })
})
