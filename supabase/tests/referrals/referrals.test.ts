import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
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
  it('makes a pending referral for the address of the new account', async () => {
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
  ])('that names %s still makes the account', async (_, referrer_id) => {
    expect(await referralOf(await signUp(engine, { data: { referrer_id } }))).toBeUndefined()
  })

  it('may be told once more by the new member, without effect', async () => {
    const member = await bring(referrer)
    const row = { referrer_id: stranger.user.id, referred_email: member.user.email, status: 'pending' }
    expectError(await member.from('referrals').insert(row), '23505')
    expect(await referralOf(member)).toMatchObject({ referrer_id: referrer.user.id })
  })
})

describe('telling who brought one', () => {
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

  it('is no way to invent referrals', async () => {
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
    const forged = { ...own, referred_user_id: stranger.user.id, points_awarded: 500, created_at: '2999-01-01' }
    expectAllowed(await member.from('referrals').insert(forged))
    const row = await referralOf(member)
    expect(row).toMatchObject({ referrer_id: referrer.user.id, points_awarded: null })
    expect(row?.created_at.getFullYear()).toBeLessThan(2999)
  })
})

describe('approval', () => {
  it('completes the referral and credits the referrer, in one step', async () => {
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

  it('opens the status and no other column', async () => {
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

  it('happens once and is not taken back', async () => {
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    expectAllowed(await approve(referrer, id))
    const before = await balance(referrer)
    expect(expectAllowed(await approve(referrer, id))).toEqual([])
    expectDeniedOrNothing(await referrer.from('referrals').update({ status: 'pending' }).eq('id', id).select())
    expectDeniedOrNothing(await referrer.from('referrals').delete().eq('id', id).select())
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

  it('waits until the new member has confirmed the address', async () => {
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    await engine.owner.query('update auth.users set email_confirmed_at = null where id = $1', [member.user.id])
    expectError(await approve(referrer, id), 'P0001')
    expect(await referralOf(member)).toMatchObject({ status: 'pending' })
    await engine.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [member.user.id])
    expect(expectAllowed(await approve(referrer, id))).toHaveLength(1)
  })

  it('awards nothing, without an error, when a referral is worth nothing', async () => {
    await engine.owner.query('update referral_settings set points_per_referral = 0')
    const member = await bring(referrer)
    const { id } = (await referralOf(member)) as { id: string }
    const before = await balance(referrer)
    expect(expectAllowed(await approve(referrer, id))).toMatchObject([{ points_awarded: 0 }])
    expect(await balance(referrer)).toBe(before)
    await engine.owner.query('update referral_settings set points_per_referral = 75')
  })

  it('is possible twenty times a day, the twenty-first gets 429', async () => {
    await engine.owner.query('update private.settings set rate_limit_scale = 1')
    const busy = await signUp(engine)
    const ids: string[] = []
    for (let n = 0; n < 21; n++) ids.push(((await referralOf(await bring(busy))) as { id: string }).id)
    for (const id of ids.slice(0, 20)) expectAllowed(await approve(busy, id))
    const refused = await approve(busy, ids[20] as string)
    expect(refused.status).toBe(429)
    expect(await balance(busy)).toBe(20 * 75)
    await engine.owner.query(
      `update private.rate_counters set window_start = window_start - interval '1 day' where user_id = $1`,
      [busy.user.id],
    )
    expect(expectAllowed(await approve(busy, ids[20] as string))).toHaveLength(1)
  })

  it('of twenty-five different referrals at once passes twenty', async () => {
    await engine.owner.query('update private.settings set rate_limit_scale = 1')
    const busy = await signUp(engine)
    const ids: string[] = []
    for (let n = 0; n < 25; n++) ids.push(((await referralOf(await bring(busy))) as { id: string }).id)
    const answers = await Promise.all(ids.map((id) => approve(busy, id)))
    expect(answers.filter(({ data }) => data?.length === 1)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(await balance(busy)).toBe(20 * 75)
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

  it('gives the name of the referred member in referral_details', async () => {
    const member = await bring(referrer)
    const row = referrer.from('referral_details').select('referred_username, status')
    expect(expectAllowed(await row.eq('referred_email', member.user.email).single())).toEqual({
      referred_username: member.user.username,
      status: 'pending',
    })
  })

  it('counts one’s own referrals only, whatever id is sent; admins may ask for others', async () => {
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
