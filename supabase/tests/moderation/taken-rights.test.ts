import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signIn, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { type Case, post, report } from './case.ts'

// An admin with a case about themselves, and what they do to the accounts of the others.

let area: MemberArea
let author: Persona
let other: Persona
let subject_id: string
beforeAll(async () => {
  area = await openMemberArea()
})
beforeEach(async () => {
  author = await signUp(area.engine, { admin: true })
  other = await signUp(area.engine, { admin: true })
  await area.row('update public.profiles set is_admin = false where is_admin and id <> all ($1::uuid[])', [
    [author.user.id, other.user.id],
  ])
  subject_id = await post(author)
  expectAllowed(await report(area.member, { subject_id, words: 'He shouts' }))
})
afterAll(() => area.engine.close())

const set = async (by: Persona, who: Persona, values: { is_admin?: boolean; is_suspended?: boolean }) =>
  expectAllowed(await by.from('profiles').update(values).eq('id', who.user.id).select('id').single())
const setPassword = (by: Persona, who: Persona, new_password = 'tench at dawn') =>
  by.rpc('set_member_password', { user_id: who.user.id, new_password })
async function seen(by: Persona) {
  const found = await area.row('select id from private.report_cases where subject_id = $1', [subject_id])
  return expectAllowed(await by.rpc('report_case', { id: String(found?.id) })) as unknown as Case
}
async function decide(by: Persona) {
  const { id, version, shown } = await seen(by)
  return by.rpc('decide_report', { id, seen: version, shown, decision: 'dismiss' } as never)
}
const decision = async () =>
  (await area.row('select decision from private.report_cases where subject_id = $1', [subject_id]))?.decision
const decidesNothing = async (who: Persona) => {
  expect(await seen(who)).toMatchObject({ may_decide: false, reported: [] })
  expectError(await decide(who), 'RP007')
  expect(await decision()).toBeNull()
}

describe('an author who took the rights of the other admins since', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['demoted', () => set(author, other, { is_admin: false })],
    ['suspended', () => set(author, other, { is_suspended: true })],
    [
      'deleted',
      async () => expectAllowed(await author.from('profiles').delete().eq('id', other.user.id).select('id').single()),
    ],
    ['by the function deleted', async () => expectAllowed(await author.rpc('delete_user', { user_id: other.user.id }))],
  ])(
    'and %s them does not decide, nor does one whom they make an admin; one whom the operator makes does',
    async (_, take) => {
      await take()
      await decidesNothing(author)
      const helper = await signUp(area.engine)
      await set(author, helper, { is_admin: true })
      await decidesNothing(helper)
      await set(author, helper, { is_admin: false })
      await decidesNothing(author)
      const appointed = await signUp(area.engine, { admin: true })
      expect(await seen(appointed)).toMatchObject({ may_decide: true })
      expectAllowed(await decide(appointed))
      expect(await decision()).toBe('dismiss')
    },
  )

  it('and gave them back and took them again does not decide', async () => {
    for (const is_admin of [false, true, false]) await set(author, other, { is_admin })
    await decidesNothing(author)
  })

  it('by way of one whom they made an admin does not decide', async () => {
    const helper = await signUp(area.engine)
    await set(author, helper, { is_admin: true })
    await set(helper, other, { is_admin: false })
    await decidesNothing(helper)
    await set(author, helper, { is_admin: false })
    await decidesNothing(author)
  })

  it('and joined again does not decide', async () => {
    await set(author, other, { is_admin: false })
    await signUp(area.engine, { admin: true })
    await area.row('delete from auth.users where id = $1', [author.user.id])
    const next = await signUp(area.engine, { email: author.user.email, admin: true })
    await area.row('update public.profiles set is_admin = false where is_admin and id <> $1', [next.user.id])
    await decidesNothing(next)
  })

  it('decides when the operator, or they themselves before the report, took them', async () => {
    await area.row('update public.profiles set is_admin = false where id = $1', [other.user.id])
    expect(await seen(author)).toMatchObject({ may_decide: true })
    const later = await post(author)
    expectAllowed(await report(area.other, { subject_id: later }))
    expectAllowed(await decide(author))
  })

  it('decides when the only ones who lost them were made admins by the author since', async () => {
    const helper = await signUp(area.engine)
    await set(author, helper, { is_admin: true })
    await area.row('update public.profiles set is_admin = false where id = $1', [other.user.id])
    expectAllowed(await author.from('profiles').delete().eq('id', helper.user.id).select('id').single())
    expectAllowed(await decide(author))
  })
})

describe('the password of an admin', () => {
  it('is not set by another admin, also while they are suspended', async () => {
    const hash = () => area.row('select encrypted_password from auth.users where id = $1', [other.user.id])
    const before = await hash()
    const { error } = await setPassword(author, other)
    expect(error).toMatchObject({ code: '42501', hint: 'take the admin rights back first' })
    await set(author, other, { is_suspended: true })
    expectDenied(await setPassword(author, other))
    expect(await hash()).toEqual(before)
    expect(
      await area.row(`select from private.audit_log where action = 'set_password' and subject_id = $1`, [
        other.user.id,
      ]),
    ).toBeUndefined()
    expect((await other.auth.refreshSession()).error).toBeNull()
  })

  it('is set after a demotion, which the audit trail records', async () => {
    await set(author, other, { is_admin: false })
    expectAllowed(await setPassword(author, other))
    expect((await signIn(area.engine, { ...other.user, password: 'tench at dawn' })).user.id).toBe(other.user.id)
    expect(
      await area.row(`select actor_id from private.audit_log where action = 'revoke_admin' and subject_id = $1`, [
        other.user.id,
      ]),
    ).toEqual({ actor_id: author.user.id })
  })
})

describe('one whose password the author set since', () => {
  it('learns and decides nothing as an admin, also when another admin makes them one', async () => {
    const member = await signUp(area.engine)
    expectAllowed(await setPassword(author, member))
    await set(other, member, { is_admin: true })
    await decidesNothing(await signIn(area.engine, { ...member.user, password: 'tench at dawn' }))
    expect(await seen(other)).toMatchObject({ may_decide: true })
  })

  it('stays linked by way of others, and with the next account of the address', async () => {
    const [member, far] = [await signUp(area.engine), await signUp(area.engine)]
    expectAllowed(await setPassword(author, member))
    await set(other, member, { is_admin: true })
    const again = await signIn(area.engine, { ...member.user, password: 'tench at dawn' })
    expectAllowed(await setPassword(again, far))
    await area.row('update public.profiles set is_admin = false where id = $1', [member.user.id])
    await area.row('delete from auth.users where id = $1', [member.user.id])
    const next = await signUp(area.engine, { email: member.user.email, admin: true })
    await decidesNothing(next)
    await set(other, far, { is_admin: true })
    await decidesNothing(await signIn(area.engine, { ...far.user, password: 'tench at dawn' }))
  })

  it('is another admin if another admin, or the author before the report, set it', async () => {
    const [member, early] = [await signUp(area.engine), await signUp(area.engine)]
    const later = await post(author)
    expectAllowed(await setPassword(author, early))
    expectAllowed(await setPassword(other, member))
    subject_id = later
    expectAllowed(await report(area.other, { subject_id }))
    for (const who of [member, early]) {
      await set(other, who, { is_admin: true })
      const back = await signIn(area.engine, { ...who.user, password: 'tench at dawn' })
      expect(await seen(back)).toMatchObject({ may_decide: true })
    }
  })
})
