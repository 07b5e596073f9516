import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const awaits = async (of: { user: { id: string } }, reader: Pick<Persona, 'from'>) =>
  expectAllowed(await reader.from('profiles').select('awaits_welcome').eq('id', of.user.id).single()).awaits_welcome
const isAwaited = async (id: string) =>
  (await area.row('select from private.awaited_welcomes where user_id = $1', [id])) !== undefined
const finish = (who: Pick<Persona, 'rpc'>) => who.rpc('finish_welcome')

describe('the welcome', () => {
  it('awaits a new member, until they have saved or skipped it, on every device', async () => {
    const member = await signUp(area.engine)
    const phone = await signIn(area.engine, member.user)
    expect(await awaits(member, member)).toBe(true)
    expect(await awaits(member, phone)).toBe(true)
    for (const _ of [1, 2]) expect((await finish(member)).error).toBeNull()
    expect(await awaits(member, member)).toBe(false)
    expect(await awaits(member, phone)).toBe(false)
    expect(await awaits(member, await signIn(area.engine, member.user))).toBe(false)
    expect(await isAwaited(member.user.id)).toBe(false)
  })

  it('is known to the member alone, and finished by nobody else', async () => {
    const member = await signUp(area.engine)
    expect(await awaits(member, area.other)).toBe(false)
    expect(await awaits(member, area.admin)).toBe(false)
    expect((await guest(area.engine).from('profiles').select('awaits_welcome')).error?.code).toBe('42501')
    expect((await finish(area.other)).error).toBeNull()
    expect((await finish(area.admin)).error).toBeNull()
    expectDenied(await finish(guest(area.engine)))
    expectDenied(await finish(service(area.engine)))
    expect(await awaits(member, member)).toBe(true)
    expect(await isAwaited(member.user.id)).toBe(true)
  })

  it('is no table, column or other function that anyone reads or writes', async () => {
    const member = await signUp(area.engine)
    for (const persona of [member, area.admin, guest(area.engine)])
      expect((await persona.from('awaited_welcomes').select()).error?.code).toMatch(/PGRST205|42P01|42501/)
    expectError(await member.rpc('tg_profiles__await_welcome'), 'PGRST202')
    const unset = await area.member.from('profiles').update({ awaits_welcome: true }).eq('id', area.member.user.id)
    expect(unset.error?.code).toMatch(/PGRST204|42703|42501/)
  })

  it('begins with the profile, which an account gets when its address is confirmed', async () => {
    const [id, email] = [randomUUID(), `${randomUUID()}@example.com`]
    await area.row('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      id,
      email,
      JSON.stringify({ username: `Wels ${id.slice(0, 8)}` }),
    ])
    expect(await isAwaited(id)).toBe(false)
    await area.row('update auth.users set email_confirmed_at = now() where id = $1', [id])
    expect(await isAwaited(id)).toBe(true)
  })

  it('is not repeated by a profile that is saved', async () => {
    const { member } = area
    await finish(member)
    const { id, username } = member.user
    await member.from('profiles').upsert({ id, username, bio: 'Overnighters' }).throwOnError()
    expect(await awaits(member, member)).toBe(false)
    expect(await isAwaited(id)).toBe(false)
  })

  it('is not for the admin whom the operator makes', async () => {
    expect(await awaits(area.admin, area.admin)).toBe(false)
    expect(await isAwaited(area.admin.user.id)).toBe(false)
    const [first] = await area.engine.owner.query<{ awaited: boolean }>(
      `select exists (
          select from private.awaited_welcomes as w where w.user_id = p.id
        ) as awaited
        from public.profiles as p where p.is_admin order by p.created_at limit 1`,
    )
    expect(first?.awaited).toBe(false)
  })

  it('waits while the member is suspended', async () => {
    const member = await signUp(area.engine)
    const suspend = (is: boolean) =>
      area.row('update public.profiles set is_suspended = $2 where id = $1', [member.user.id, is])
    await suspend(true)
    expect(await awaits(member, member)).toBe(false)
    await suspend(false)
    expect(await awaits(member, member)).toBe(true)
    await suspend(true)
    expect((await finish(member)).error).toBeNull()
    await suspend(false)
    expect(await awaits(member, member)).toBe(false)
  })

  it('goes with the account, and the next account of the address has its own', async () => {
    const email = `again-${randomUUID()}@example.com`
    const first = await signUp(area.engine, { email })
    await finish(first)
    expect((await first.rpc('delete_own_account', { password: first.user.password })).error).toBeNull()
    const second = await signUp(area.engine, { email })
    expect(await awaits(second, second)).toBe(true)
    expect((await second.rpc('delete_own_account', { password: second.user.password })).error).toBeNull()
    expect(await isAwaited(second.user.id)).toBe(false)
  })
})

it('leaves nothing in a member’s own data to export: the row says only that the page was not seen', async () => {
  const columns = await area.engine.owner.query(
    `select attname as name from pg_attribute
      where attrelid = 'private.awaited_welcomes'::regclass and attnum > 0 and not attisdropped`,
  )
  expect(columns).toEqual([{ name: 'user_id' }])
})
