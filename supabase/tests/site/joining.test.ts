import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { CLOSED, ENDED, join as joinClub, mayJoin as mayJoinClub, NEEDED, setJoining } from './join.ts'

let area: MemberArea
let tom: Persona

beforeAll(async () => {
  area = await openMemberArea()
})
beforeEach(async () => {
  await set('open')
  tom = await signUp(area.engine)
})
afterAll(async () => {
  await area.engine.close()
})

const set = (joining: 'open' | 'invitation' | 'closed') => setJoining(area, joining)
const joining = async () => (await area.row('select joining from public.site_settings'))?.joining

const join = (invitation?: string | null) => joinClub(area, invitation)
const mayJoin = (invitation?: string) => mayJoinClub(area, invitation)

interface Own {
  joining: string
  code: string | null
  places: number | null
  taken: number | null
  expires_at: string | null
}
const make = (by: Persona, replaces?: string) => by.rpc('make_invitation', replaces === undefined ? {} : { replaces })
const made = async (by: Persona, replaces?: string) => (expectAllowed(await make(by, replaces)) as Own[])[0] as Own
const codeOf = async (by: Persona, replaces?: string) => (await made(by, replaces)).code ?? ''
const mine = async (by: Persona) => (expectAllowed(await by.rpc('my_invitation')) as Own[])[0]
const stored = (who: Persona) => area.row('select * from private.invitations where member_id = $1', [who.user.id])

describe('the setting', () => {
  it('is changed by an admin and nobody else, is read by guests, and each change is in the audit trail', async () => {
    const change = (by: Persona) =>
      by.from('site_settings').update({ joining: 'closed' }).not('id', 'is', null).select('joining')
    const moderator = await signUp(area.engine, { moderator: true })
    for (const by of [area.member, area.suspended, moderator]) expectDeniedOrNothing(await change(by))
    expectDenied(await guest(area.engine).from('site_settings').update({ joining: 'closed' }).not('id', 'is', null))
    expect(await joining()).toBe('open')
    expect(expectAllowed(await change(area.admin))).toEqual([{ joining: 'closed' }])
    expect(expectAllowed(await guest(area.engine).from('site_settings').select('joining'))).toEqual([
      { joining: 'closed' },
    ])
    const entry = await area.row(
      `select details from private.audit_log where action = 'edit_site_settings' order by created_at desc limit 1`,
    )
    expect(entry?.details).toMatchObject({ before: { joining: 'open' }, after: { joining: 'closed' } })
  })

  it('takes no other value', async () => {
    expectError(await area.admin.from('site_settings').update({ joining: 'friends' }).not('id', 'is', null), '23514')
    expect(await joining()).toBe('open')
  })
})

describe('an open club', () => {
  it('takes everybody, whatever code they bring', async () => {
    expect(await mayJoin()).toBe('yes')
    expect(await mayJoin('no such code')).toBe('yes')
    expect(await join()).toBeUndefined()
    expect(await join('no such code')).toBeUndefined()
  })

  it('makes no invitations', async () => {
    expectError(await make(tom), 'JN001')
    expect(await stored(tom)).toBeUndefined()
    expect(await mine(tom)).toEqual({ joining: 'open', code: null, places: null, taken: null, expires_at: null })
  })
})

describe('a closed club', () => {
  it('takes nobody, also with an invitation, and leaves the accounts that exist', async () => {
    await set('invitation')
    const code = await codeOf(tom)
    await set('closed')
    expect([await mayJoin(), await mayJoin(code)]).toEqual(['closed', 'closed'])
    expect([await join(), await join(code)]).toEqual([CLOSED, CLOSED])
    const again = await guest(area.engine).auth.signInWithPassword(tom.user)
    expect(again.error).toBeNull()
    expectError(await make(tom), 'JN001')
    expect(await mine(tom)).toMatchObject({ joining: 'closed', code: null })
    expect(await stored(tom)).toMatchObject({ code, taken: 0 })
    // What was made before counts again afterwards.
    await set('invitation')
    expect(await join(code)).toBeUndefined()
  })

  it('leaves no account behind, in no way of opening one', async () => {
    await set('closed')
    const count = async () => (await area.row('select count(*)::int as n from auth.users'))?.n
    const before = await count()
    const anyone = guest(area.engine)
    await join()
    await anyone.auth.signInAnonymously()
    await anyone.auth.signInWithOtp({ email: `${randomUUID()}@example.com` })
    expect(await count()).toBe(before)
  })
})

describe('a club with invitations', () => {
  beforeEach(() => set('invitation'))

  it('takes who brings the code of a member, and counts them', async () => {
    expect([await mayJoin(), await mayJoin(''), await mayJoin('no such code')]).toEqual(['needed', 'needed', 'ended'])
    expect([await join(), await join('no such code'), await join(tom.user.id)]).toEqual([NEEDED, ENDED, ENDED])
    const own = await made(tom)
    expect(own).toMatchObject({ joining: 'invitation', places: 20, taken: 0 })
    expect(own.code).toMatch(/^[\w-]{20}$/)
    const days = (Date.parse(own.expires_at ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    expect(await mayJoin(own.code ?? '')).toBe('yes')
    expect(await join(own.code)).toBeUndefined()
    expect(await join(own.code)).toBeUndefined()
    expect(await mine(tom)).toMatchObject({ code: own.code, taken: 2 })
  })

  it('takes no place for a sign-up that is refused, and none for an address that has an account', async () => {
    const code = await codeOf(tom)
    const { error } = await guest(area.engine).auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: 'twelve hooks',
      options: { data: { username: tom.user.username, invitation: code } },
    })
    expect(error?.code).toBe('validation_failed')
    const taken = await guest(area.engine).auth.signUp({
      email: tom.user.email,
      password: 'twelve hooks',
      options: { data: { username: `new-${randomUUID().slice(0, 12)}`, invitation: code } },
    })
    expect(taken.error?.code).toBe('user_already_exists')
    expect(await mine(tom)).toMatchObject({ taken: 0 })
  })

  it('gives the last place once, however many ask for it at the same moment', async () => {
    const code = await codeOf(tom)
    await area.row('update private.invitations set taken = 18 where code = $1', [code])
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(code)))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(2)
    expect(answers.filter((answer) => answer === ENDED)).toHaveLength(6)
    expect(await stored(tom)).toMatchObject({ taken: 20 })
    expect(await mayJoin(code)).toBe('ended')
    // It counts no longer, so the next one replaces it without being told which.
    expect(await mine(tom)).toMatchObject({ code: null })
    expect(await codeOf(tom)).not.toBe(code)
    expect(await mine(tom)).toMatchObject({ taken: 0 })
  })

  it('takes nobody with a code that has expired, was replaced, or whose member is suspended or gone', async () => {
    const first = await codeOf(tom)
    const second = await codeOf(tom, first)
    expect(second).not.toBe(first)
    expect([await join(first), await mayJoin(first), await mayJoin(second)]).toEqual([ENDED, 'ended', 'yes'])
    await area.row('update public.profiles set is_suspended = true where id = $1', [tom.user.id])
    expect([await join(second), await mayJoin(second)]).toEqual([ENDED, 'ended'])
    await area.row('update public.profiles set is_suspended = false where id = $1', [tom.user.id])
    expect(await mayJoin(second)).toBe('yes')
    await area.row(`update private.invitations set expires_at = now() where code = $1`, [second])
    expect([await join(second), await mayJoin(second)]).toEqual([ENDED, 'ended'])
    const third = await codeOf(tom)
    expectAllowed(await area.admin.rpc('delete_user', { user_id: tom.user.id }))
    expect([await join(third), await mayJoin(third)]).toEqual([ENDED, 'ended'])
  })

  it('does not give an invitation back to a member who has left and joined again', async () => {
    const code = await codeOf(tom)
    expectAllowed(await tom.rpc('delete_own_account', { password: tom.user.password }))
    const eve = await signUp(area.engine, { email: tom.user.email, data: { invitation: await codeOf(area.member) } })
    expect(await mine(eve)).toMatchObject({ code: null })
    expect(await mayJoin(code)).toBe('ended')
  })

  it('makes one invitation for each member: the same call again is the first one, also at the same moment', async () => {
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(tom)))
    expect(new Set(codes).size).toBe(1)
    const [code = ''] = codes
    const next = await Promise.all(Array.from({ length: 4 }, () => codeOf(tom, code)))
    expect(new Set(next).size).toBe(1)
    expect(next[0]).not.toBe(code)
    // A page that still shows the first one replaces nothing.
    expect(await codeOf(tom, code)).toBe(next[0])
    expect(await codeOf(tom, 'no such code')).toBe(next[0])
  })

  it('makes five a day', async () => {
    await area.scaleLimits(1)
    try {
      let code = await codeOf(tom)
      for (let n = 0; n < 4; n++) code = await codeOf(tom, code)
      expectError(await make(tom, code), 'PT429')
      expect(await mine(tom)).toMatchObject({ code })
    } finally {
      await area.scaleLimits(1000)
    }
  })

  it('lets neither guests nor the suspended invite, and nobody read another’s code', async () => {
    const code = await codeOf(tom)
    expectDenied(await guest(area.engine).rpc('make_invitation'))
    expectDenied(await guest(area.engine).rpc('my_invitation'))
    expectDenied(await make(area.suspended))
    expect(await mine(area.suspended)).toMatchObject({ joining: 'invitation', code: null })
    expect(await stored(area.suspended)).toBeUndefined()
    for (const by of [area.member, area.admin, guest(area.engine)]) {
      expect((await by.from('invitations').select('*')).error?.code).toBe('PGRST205')
      expect((await by.schema('private').from('invitations').select('*')).error?.code).toBe('PGRST106')
    }
    expect(JSON.stringify(expectAllowed(await area.member.rpc('my_data')))).not.toContain(code)
    expect(JSON.stringify(expectAllowed(await tom.rpc('my_data')))).not.toContain(code)
  })

  it('confirms who signed up before it closed, and counts them then', async () => {
    const code = await codeOf(tom)
    const id = randomUUID()
    await area.row(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`, [
      id,
      `${id}@example.com`,
      { username: `waits-${id.slice(0, 8)}`, invitation: code },
    ])
    expect(await mine(tom)).toMatchObject({ taken: 0 })
    await set('closed')
    await area.row('update auth.users set email_confirmed_at = now() where id = $1', [id])
    expect(await area.row('select username from public.profiles where id = $1', [id])).toEqual({
      username: `waits-${id.slice(0, 8)}`,
    })
    expect(await stored(tom)).toMatchObject({ taken: 1 })
  })
})
