import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const suspend = (who: { user: { id: string } }, is_suspended = true) =>
  area.admin.from('profiles').update({ is_suspended }).eq('id', who.user.id).throwOnError()
const isSuspended = async (who: { user: { id: string } }) =>
  (await area.row('select is_suspended from public.profiles where id = $1', [who.user.id]))?.is_suspended
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
/** An account whose address was confirmed by a mailed link before it had a profile. */
const signUpByMail = async (email: string) => {
  const id = randomUUID()
  await area.row(
    'insert into auth.users (id, email, confirmation_sent_at, raw_user_meta_data) values ($1, $2, now(), $3)',
    [id, email.toLowerCase(), JSON.stringify({ username: `angler-${id.slice(0, 12)}` })],
  )
  await area.row('update auth.users set email_confirmed_at = now() where id = $1', [id])
  return { user: { id } }
}
const address = () => `${randomUUID()}@example.com`
const ask = (from: Persona, to: Persona) =>
  from.from('member_connections').insert({ user_id: from.user.id, connected_user_id: to.user.id, status: 'pending' })

describe('a suspension and the address', () => {
  it('outlives the account: a new account with the address is suspended', async () => {
    const email = address()
    const first = await signUp(area.engine, { email })
    await suspend(first)
    await leave(first)
    const second = await signUp(area.engine, { email: email.toUpperCase() })
    expect(await isSuspended(second)).toBe(true)
    await leave(second)
    const third = await signUp(area.engine, { email })
    expect(await isSuspended(third)).toBe(true)
    expectDenied(await third.from('newsfeed_posts').insert({ user_id: third.user.id, content: 'Back' }))
    expect(await isSuspended(await signUp(area.engine))).toBe(false)
  })

  it('applies to every spelling of a confirmed mailbox, once the new one is confirmed as well', async () => {
    const email = address()
    const first = await signUpByMail(email)
    await suspend(first)
    await area.row('delete from auth.users where id = $1', [first.user.id])
    expect(await isSuspended(await signUpByMail(email.replace('@', '+again@')))).toBe(true)
    expect(await isSuspended(await signUpByMail(address()))).toBe(false)
  })

  it('applies to every spelling of a mailbox confirmed only after the suspension', async () => {
    const email = address()
    const first = await signUp(area.engine, { email })
    await suspend(first)
    await area.row('update auth.users set confirmation_sent_at = now(), email_confirmed_at = now() where id = $1', [
      first.user.id,
    ])
    await leave(first)
    expect(await isSuspended(await signUpByMail(email.replace('@', '+again@')))).toBe(true)
  })

  it('applies to an address that a suspended account without one gets later', async () => {
    const [id, email] = [randomUUID(), address()]
    await area.row('insert into auth.users (id, is_anonymous) values ($1, true)', [id])
    await suspend({ user: { id } })
    await area.row('update auth.users set email = $2 where id = $1', [id, email])
    await area.row('delete from auth.users where id = $1', [id])
    expect(await isSuspended(await signUp(area.engine, { email }))).toBe(true)
  })

  it('of an unconfirmed spelling does not affect other spellings', async () => {
    const name = randomUUID().slice(0, 8)
    const stranger = await signUp(area.engine, { email: `pat${name}@gmail.com` })
    await suspend(stranger)
    for (const email of [`pat.${name}@gmail.com`, `pat${name}+club@gmail.com`])
      expect(await isSuspended(await signUp(area.engine, { email }))).toBe(false)
    expect(await isSuspended(await signUpByMail(`p.at${name}@gmail.com`))).toBe(false)
  })

  it('ends when an admin lifts it, for later accounts as well', async () => {
    const email = address()
    const first = await signUp(area.engine, { email })
    await suspend(first)
    await leave(first)
    const second = await signUp(area.engine, { email })
    await suspend(second, false)
    await leave(second)
    expect(await isSuspended(await signUp(area.engine, { email }))).toBe(false)
  })

  it('follows a change of address, and is lifted from both', async () => {
    const [before, after] = [address(), address()]
    const first = await signUp(area.engine, { email: before })
    await suspend(first)
    await area.row('update auth.users set email = $2 where id = $1', [first.user.id, after])
    await leave(first)
    const second = await signUp(area.engine, { email: after })
    expect(await isSuspended(second)).toBe(true)
    expect(await isSuspended(await signUp(area.engine, { email: before }))).toBe(true)
    await area.row('delete from auth.users where lower(email) = $1', [before])
    await suspend(second, false)
    expect(
      await area.row('select count(*)::int as n from private.suspended_accounts where account_id = $1', [
        second.user.id,
      ]),
    ).toEqual({ n: 0 })
  })

  it('is not lifted by saving the profile', async () => {
    const member = await signUp(area.engine)
    await suspend(member)
    const row = {
      id: member.user.id,
      username: member.user.username,
      bio: 'Sorry',
      updated_at: new Date().toISOString(),
    }
    expectAllowed(await member.from('profiles').upsert(row))
    expect(await isSuspended(member)).toBe(true)
  })
})

describe('a suspended member', () => {
  it('cannot change the name but can edit the rest, and an admin may rename them', async () => {
    const member = await signUp(area.engine)
    await suspend(member)
    const own = member.from('profiles')
    expectError(await own.update({ username: `other ${randomUUID().slice(0, 8)}` }).eq('id', member.user.id), 'PT403')
    expectAllowed(await own.update({ bio: 'Quiet' }).eq('id', member.user.id))
    const username = `named ${randomUUID().slice(0, 8)}`
    expectAllowed(await area.admin.from('profiles').update({ username }).eq('id', member.user.id))
    await suspend(member, false)
    expectAllowed(await own.update({ username: member.user.username }).eq('id', member.user.id))
  })

  it('cannot send a connection request, not even in answer to one', async () => {
    const member = await signUp(area.engine)
    await suspend(member)
    expectError(await ask(member, area.member), 'PT403')
    expect((await ask(area.member, member)).error).toBeNull()
    expectError(await ask(member, area.member), 'PT403')
    expect(
      await area.row('select status from public.member_connections where connected_user_id = $1', [member.user.id]),
    ).toEqual({
      status: 'pending',
    })
    await suspend(member, false)
    expect((await ask(member, area.member)).error).toBeNull()
    expect(
      await area.row('select status from public.member_connections where connected_user_id = $1', [member.user.id]),
    ).toEqual({
      status: 'accepted',
    })
  })
})

describe('a suspended admin', () => {
  it('has the rights of a suspended member, until the suspension is lifted', async () => {
    const second = await signUp(area.engine, { admin: true })
    await suspend(second)
    const correction = { user_id: area.member.user.id, points_change: 5, reason: 'For a friend' }
    expectDenied(await second.from('points_log').insert(correction))
    expectDenied(await second.from('profiles').update({ is_suspended: false }).eq('id', second.user.id))
    expectDenied(await second.rpc('admin_overview', { time_zone: 'UTC' }))
    expectDenied(await second.rpc('delete_user', { user_id: area.member.user.id }))
    for (const view of ['user_profiles_with_email', 'audit_log', 'points_ledger', 'prize_claims', 'newsfeed_posts'])
      expect(expectAllowed(await second.from(view).select()), view).toEqual([])
    expectDeniedOrNothing(await second.from('badges').delete().not('id', 'is', null).select())
    await suspend(second, false)
    expectAllowed(await second.from('points_log').insert(correction))
    expect(expectAllowed(await second.from('audit_log').select())).not.toEqual([])
  })

  it('does not count as the required last admin', async () => {
    const second = await signUp(area.engine, { admin: true })
    await area.row('update public.profiles set is_admin = id in ($1, $2)', [area.admin.user.id, second.user.id])
    await suspend(second)
    expectError(await area.admin.rpc('delete_own_account', { password: area.admin.user.password }), 'US001')
    await suspend(second, false)
  })
})

describe('a declined request', () => {
  const decline = async (from: Persona, by: Persona) =>
    expect(
      expectAllowed(
        await by
          .from('member_connections')
          .delete()
          .eq('user_id', from.user.id)
          .eq('connected_user_id', by.user.id)
          .select('id'),
      ),
    ).toHaveLength(1)

  it('cannot be repeated for 30 days, but then can', async () => {
    const [asker, asked] = [await signUp(area.engine), await signUp(area.engine)]
    expect((await ask(asker, asked)).error).toBeNull()
    await decline(asker, asked)
    for (let n = 0; n < 3; n++) expectError(await ask(asker, asked), 'NC001')
    expect((await ask(asker, area.other)).error).toBeNull()
    await area.row(
      `update private.declined_connections set declined_at = now() - interval '30 days 1 second' where user_id = $1`,
      [asker.user.id],
    )
    expect((await ask(asker, asked)).error).toBeNull()
  })

  it('may be answered by a request of the member who declined, which ends the waiting time', async () => {
    const [asker, asked] = [await signUp(area.engine), await signUp(area.engine)]
    expect((await ask(asker, asked)).error).toBeNull()
    await decline(asker, asked)
    expect((await ask(asked, asker)).error).toBeNull()
    expect((await ask(asker, asked)).error).toBeNull()
    expect(
      await area.row('select user_id, status from public.member_connections where user_id = $1', [asked.user.id]),
    ).toEqual({
      user_id: asked.user.id,
      status: 'accepted',
    })
  })

  it('differs from a withdrawn request and an ended connection, which may be repeated', async () => {
    const [asker, asked] = [await signUp(area.engine), await signUp(area.engine)]
    const end = (who: Persona) => who.from('member_connections').delete().eq('user_id', asker.user.id).select('id')
    expect((await ask(asker, asked)).error).toBeNull()
    expect(expectAllowed(await end(asker))).toHaveLength(1)
    expect((await ask(asker, asked)).error).toBeNull()
    expect((await ask(asked, asker)).error).toBeNull()
    expect(expectAllowed(await end(asked))).toHaveLength(1)
    expect((await ask(asker, asked)).error).toBeNull()
  })

  it('does not block the deletion of the member who declined', async () => {
    const [asker, asked] = [await signUp(area.engine), await signUp(area.engine)]
    expect((await ask(asker, asked)).error).toBeNull()
    await leave(asked)
    expect(
      await area.row('select id from public.member_connections where user_id = $1', [asker.user.id]),
    ).toBeUndefined()
  })
})
