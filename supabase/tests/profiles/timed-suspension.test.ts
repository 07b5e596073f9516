import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const suspend = (
  who: { user: { id: string } },
  reason = 'Insults',
  ends_at: string | null = inDays(7),
  by?: Pick<Persona, 'rpc'>,
) => (by ?? area.admin).rpc('suspend_member', { user_id: who.user.id, reason, ends_at } as never)
const stored = (who: { user: { id: string } }) =>
  area.row(
    `select p.is_suspended, s.reason, s.ends_at from public.profiles as p
      left join private.suspended_accounts as s on s.account_id = p.id where p.id = $1`,
    [who.user.id],
  )
const trail = async (who: { user: { id: string } }) =>
  (await area.engine.owner.query(
    'select action, details from private.audit_log where subject_id = $1 order by created_at',
    [who.user.id],
  )) as { action: string; details: object }[]
const endAll = async () => (await area.row('select private.end_suspensions() as ended'))?.ended as number
/** Moves the end of a suspension into the past. */
const expire = (who: { user: { id: string } }) =>
  area.row(`update private.suspended_accounts set ends_at = now() - interval '1 second' where account_id = $1`, [
    who.user.id,
  ])

describe('a suspension with a reason and an end', () => {
  it('is set by admins only', async () => {
    const member = await signUp(area.engine)
    const other = await signUp(area.engine)
    for (const persona of [guest(area.engine), other, area.suspended, service(area.engine)])
      expectDenied(await suspend(member, 'Insults', inDays(7), persona))
    expect(await stored(member)).toEqual({ is_suspended: false, reason: null, ends_at: null })
    expect((await suspend(member)).error).toBeNull()
    expect(await stored(member)).toMatchObject({ is_suspended: true, reason: 'Insults' })
  })

  it('is never set by admins on themselves, not even by this function', async () => {
    const admin = await signUp(area.engine, { admin: true })
    expectDenied(await suspend(admin, 'A pause', inDays(1), admin))
    expect(await stored(admin)).toEqual({ is_suspended: false, reason: null, ends_at: null })
    expect((await suspend(admin, 'A pause', inDays(1))).error).toBeNull()
    expect(await stored(admin)).toMatchObject({ is_suspended: true })
    expect((await trail(admin)).map(({ action }) => action)).toEqual(['grant_admin', 'suspend'])
  })

  it('needs a reason of 500 characters at most, and an end within 366 days', async () => {
    const member = await signUp(area.engine)
    expectError(await suspend(member, ' \n '), '22023')
    expectError(await suspend(member, 'x'.repeat(501)), '23514')
    expectError(await suspend(member, 'Insults', inDays(-1)), '22023')
    expectError(await suspend(member, 'Insults', inDays(367)), '22023')
    expectError(await suspend({ user: { id: randomUUID() } }), 'PT404')
    expect(await stored(member)).toMatchObject({ is_suspended: false, reason: null })
    expect((await suspend(member, 'x'.repeat(500), inDays(365))).error).toBeNull()
    expect((await suspend(member, 'For good', null)).error).toBeNull()
    expect(await stored(member)).toEqual({ is_suspended: true, reason: 'For good', ends_at: null })
  })

  it('is read by the member, and by no one else', async () => {
    const member = await signUp(area.engine)
    expect(expectAllowed(await member.rpc('my_suspension'))).toEqual([])
    const ends_at = inDays(1)
    await suspend(member, '  Insults \n', ends_at)
    const [own] = expectAllowed(await member.rpc('my_suspension'))
    expect(own).toMatchObject({ reason: 'Insults' })
    expect(Date.parse(own?.ends_at ?? '')).toBe(Date.parse(ends_at))
    expect(expectAllowed(await (await signUp(area.engine)).rpc('my_suspension'))).toEqual([])
    expectDenied(await guest(area.engine).rpc('my_suspension'))
    expect(expectAllowed(await member.rpc('my_data')).suspension).toMatchObject({ reason: 'Insults' })
  })

  it('shows its end in the console', async () => {
    const member = await signUp(area.engine)
    await suspend(member, 'Insults', inDays(1))
    const { data } = await area.admin
      .from('user_profiles_with_email')
      .select('is_suspended, suspended_until')
      .eq('id', member.user.id)
      .single()
      .throwOnError()
    expect(Date.parse(data.suspended_until ?? '')).toBeGreaterThan(Date.now())
    expect(expectAllowed(await member.from('user_profiles_with_email').select('suspended_until'))).toEqual([])
  })

  it('can be changed, and each change is in the audit trail once', async () => {
    const member = await signUp(area.engine)
    const [first, second] = [inDays(1), inDays(30)]
    await suspend(member, 'Insults', first)
    await suspend(member, 'Insults', first)
    await suspend(member, 'More insults', second)
    const entries = await trail(member)
    expect(entries.map(({ action }) => action)).toEqual(['suspend', 'edit_suspension'])
    expect(entries[0]?.details).toMatchObject({ after: { reason: 'Insults' } })
    expect(entries[1]?.details).toMatchObject({ before: { reason: 'Insults' }, after: { reason: 'More insults' } })
  })

  it('ends by itself at its end and not before, which the trail says', async () => {
    const [member, other] = [await signUp(area.engine), await signUp(area.engine)]
    await suspend(member, 'Insults', inDays(1))
    await suspend(other, 'Insults', inDays(1))
    await endAll()
    expect(await stored(member)).toMatchObject({ is_suspended: true })
    await expire(member)
    expect(await endAll()).toBe(1)
    expect(await stored(member)).toEqual({ is_suspended: false, reason: null, ends_at: null })
    expect(await stored(other)).toMatchObject({ is_suspended: true })
    expect((await trail(member)).map(({ action }) => action)).toEqual(['suspend', 'unsuspend'])
    expect((await member.from('newsfeed_posts').insert({ user_id: member.user.id, content: 'Back' })).error).toBeNull()
    expect(await endAll()).toBe(0)
  })

  it('is lifted by an admin before its end, with its reason', async () => {
    const member = await signUp(area.engine)
    await suspend(member)
    await area.admin.from('profiles').update({ is_suspended: false }).eq('id', member.user.id).throwOnError()
    expect(await stored(member)).toEqual({ is_suspended: false, reason: null, ends_at: null })
    expect(expectAllowed(await member.rpc('my_suspension'))).toEqual([])
  })

  it('continues in a new account with the address, and also ends there', async () => {
    const email = `${randomUUID()}@example.com`
    const first = await signUp(area.engine, { email })
    await suspend(first, 'Insults', inDays(7))
    expect(expectAllowed(await first.rpc('delete_own_account', { password: first.user.password }))).toBe(true)
    const second = await signUp(area.engine, { email })
    expect(await stored(second)).toMatchObject({ is_suspended: true, reason: 'Insults' })
    await area.row(
      `update private.suspended_accounts set ends_at = now() - interval '1 second' where ends_at is not null`,
    )
    expect(await endAll()).toBeGreaterThan(0)
    expect(await stored(second)).toMatchObject({ is_suspended: false })
    const [left] = await area.engine.owner.query(
      'select count(*)::int as count from private.suspended_accounts where ends_at < now()',
    )
    expect(left).toEqual({ count: 0 })
  })

  it('without a reason is still what the switch of the profile sets', async () => {
    const member = await signUp(area.engine)
    await area.admin.from('profiles').update({ is_suspended: true }).eq('id', member.user.id).throwOnError()
    expect(expectAllowed(await member.rpc('my_suspension'))).toMatchObject([{ reason: '', ends_at: null }])
    expect(await trail(member)).toMatchObject([{ action: 'suspend', details: {} }])
  })
})
