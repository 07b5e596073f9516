import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { CLOSED, ENDED, join, mayJoin, NEEDED, setJoining } from './join.ts'

// Links of the club, and who may invite for it. Invitations by mail are in mailed-invitations.test.ts.

let area: MemberArea
let second: Persona
beforeAll(async () => {
  area = await openMemberArea()
  // The sender would notice that this site sends no mail.
  await area.row('delete from cron.job')
  second = await signUp(area.engine, { admin: true })
})
beforeEach(async () => {
  await setJoining(area, 'invitation')
  await area.row('delete from private.club_links')
  await area.row('truncate private.audit_log')
})
afterAll(() => area.engine.close())

interface Link {
  id: string
  note: string
  code: string
  places: number
  taken: number
  made_by: string | null
  created_at: string
  expires_at: string
  ended_at: string | null
}
/** A new account, past the setting. */
async function person(options: Parameters<typeof signUp>[1] = {}): Promise<Persona> {
  await setJoining(area, 'open')
  const who = await signUp(area.engine, options)
  await setJoining(area, 'invitation')
  return who
}

const FOR = { note: 'For the stand at the show', places: 20, days: 30 }
const make = (by: Persona, values: object = {}) => by.rpc('make_club_link', { id: randomUUID(), ...FOR, ...values })
const made = async (values: object = {}, by = area.admin) =>
  (expectAllowed(await make(by, values)) as Link[])[0] as Link
const links = async (by = area.admin) => expectAllowed(await by.rpc('club_links')) as Link[]
const end = (id: string, by = area.admin) => by.rpc('end_club_link', { id })
const stored = (id: string) => area.row('select * from private.club_links where id = $1', [id])
const trail = () =>
  area.engine.owner.query(
    'select action, actor_name, subject_kind, subject_id, subject_label, details from private.audit_log order by created_at',
  )
const inDays = ({ created_at, expires_at }: Link) => (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000

describe('who invites for the club', () => {
  it('is an admin: neither a guest, a member, one who is suspended, a moderator, an operator’s key nor a former admin', async () => {
    const link = await made()
    const moderator = await person({ moderator: true })
    const former = await person({ admin: true })
    await area.row('update public.profiles set is_admin = false where id = $1', [former.user.id])
    const suspended = await person({ admin: true })
    await area.row('update public.profiles set is_suspended = true where id = $1', [suspended.user.id])
    const mail = { request: randomUUID(), addresses: ['eve@lake.test'] }
    const calls: [name: string, args: object][] = [
      ['make_club_link', { id: randomUUID(), ...FOR }],
      ['club_links', {}],
      ['end_club_link', { id: link.id }],
      ['can_invite_by_mail', {}],
      ['invite_addresses', mail],
      ['import_members', { request: randomUUID(), members: [{ address: 'tom@lake.test', points: 5 }] }],
      ['mailed_invitations', {}],
      ['withdraw_invitations', { ids: [randomUUID()] }],
    ]
    const others = [
      ...[guest(area.engine), service(area.engine), area.member, area.suspended],
      ...[moderator, former, suspended],
    ]
    for (const [name, args] of calls) {
      for (const by of others) expectDenied(await by.rpc(name, args))
      expectAllowed(await area.admin.rpc(name, args))
    }
    expect(await area.row('select count(*)::int as n from private.mailed_invitations')).toEqual({ n: 2 })
    expect(await area.row('select count(*)::int as n from private.club_links')).toEqual({ n: 2 })
  })

  it('is an admin who has taken the second step, where admins need one', async () => {
    await area.row('update public.site_settings set admins_need_two_steps = true')
    try {
      expectDenied(await make(area.admin))
      expectDenied(await area.admin.rpc('club_links'))
      expectDenied(await area.admin.rpc('mailed_invitations'))
    } finally {
      await area.row('update public.site_settings set admins_need_two_steps = false')
    }
    expectAllowed(await make(area.admin))
  })

  it('has no other way to the links, the addresses and the queue', async () => {
    for (const by of [guest(area.engine), area.member, area.admin]) {
      for (const name of [
        'club_links',
        'mailed_invitations',
        'invited_addresses',
        'invitation_requests',
        'shown_links',
      ])
        expectError(await by.from(name).select('*'), 'PGRST205')
      expectDenied(await by.rpc('take_invitations', { size: 1 }))
      expectDenied(await by.rpc('end_invitations', { results: [] }))
    }
  })
})

describe('a link of the club', () => {
  it('has a note, places and days, and a code that nobody guesses; all admins see it', async () => {
    const link = await made()
    expect(link).toMatchObject({
      note: FOR.note,
      places: 20,
      taken: 0,
      made_by: area.admin.user.username,
      ended_at: null,
    })
    expect(link.code).toMatch(/^[\w-]{20}$/)
    expect(inDays(link)).toBe(30)
    const other = await made({ note: 'For the newsletter' }, second)
    expect(await links()).toEqual([other, link])
    expect(await links(second)).toEqual([other, link])
    expect(expectAllowed(await area.admin.rpc('club_links', {}, { get: true }))).toEqual([other, link])
    expect(await trail()).toEqual([
      {
        action: 'make_club_link',
        actor_name: area.admin.user.username,
        subject_kind: 'invitation',
        subject_id: link.id,
        subject_label: FOR.note,
        details: { places: 20, days: 30 },
      },
      expect.objectContaining({ action: 'make_club_link', actor_name: second.user.username, subject_id: other.id }),
    ])
  })

  it('takes 80 characters, 1,000 places and 365 days, and nothing beyond', async () => {
    const most = await made({ note: ` ${'🎣'.repeat(80)}\n`, places: 1000, days: 365 })
    expect([most.note, inDays(most)]).toEqual(['🎣'.repeat(80), 365])
    expect(inDays(await made({ places: 1, days: 1 }))).toBe(1)
    for (const wrong of [
      { note: '🎣'.repeat(81) },
      { note: '' },
      { note: '\u200b' },
      { note: 'two\nlines' },
      { note: 'over\u202eride' },
      { places: 0 },
      { places: 1001 },
      { days: 0 },
      { days: 366 },
      { days: -1 },
      { days: null },
    ])
      expectError(await make(area.admin, wrong), '23514')
    for (const missing of [{ id: null }, { note: null }, { places: null }])
      expectError(await make(area.admin, missing), '23502')
    expect(await links()).toHaveLength(2)
    expect(await trail()).toHaveLength(2)
  })

  it('is made once: the same request again returns it, also at the same moment, and another admin’s is refused', async () => {
    const id = randomUUID()
    const all = await Promise.all(Array.from({ length: 4 }, () => made({ id })))
    expect(new Set(all.map(({ code }) => code)).size).toBe(1)
    expect(await made({ id, note: 'Something else' })).toEqual(all[0])
    expectError(await make(second, { id }), '23505')
    expectAllowed(await end(id))
    expect(await made({ id })).toMatchObject({ id, code: all[0]?.code, ended_at: expect.any(String) })
    expect(await links()).toHaveLength(1)
    expect((await trail()).map(({ action }) => action)).toEqual(['make_club_link', 'end_club_link'])
  })

  it('goes to one of two admins who use the same id at the same moment', async () => {
    const id = randomUUID()
    const answers = await Promise.all([area.admin, second, area.admin, second].map((by) => make(by, { id })))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(2)
    expect(answers.filter(({ error }) => error?.code === '23505')).toHaveLength(2)
    expect(await links()).toHaveLength(1)
  })

  it('is ended by any admin, once', async () => {
    const { id, code } = await made()
    expect(expectAllowed(await end(id, second))).toBe(true)
    const [ended] = await links()
    expect(ended).toMatchObject({ id, ended_at: expect.any(String) })
    expect(expectAllowed(await end(id))).toBe(true)
    expect(await links()).toEqual([ended])
    expect(expectAllowed(await end(randomUUID()))).toBe(false)
    expect([await mayJoin(area, code), await join(area, code)]).toEqual(['ended', ENDED])
    expect((await trail()).at(-1)).toMatchObject({
      action: 'end_club_link',
      actor_name: second.user.username,
      subject_id: id,
      subject_label: FOR.note,
    })
    expect(await trail()).toHaveLength(2)
  })

  it('is made 50 times a day by one admin', async () => {
    await area.scaleLimits(1)
    try {
      const id = randomUUID()
      expectAllowed(await make(area.admin, { id }))
      await area.row(`update private.rate_counters set used = 50 where bucket = 'club-link-day'`)
      expectError(await make(area.admin), 'PT429')
      // The answer to an earlier one was lost.
      expectAllowed(await make(area.admin, { id }))
      expectAllowed(await make(second))
    } finally {
      await area.scaleLimits(1000)
    }
  })

  it('belongs to the club: it counts when its admin has been demoted, suspended and deleted', async () => {
    const anna = await person({ admin: true })
    const { id, code } = await made({}, anna)
    await area.row('update public.profiles set is_admin = false, is_suspended = true where id = $1', [anna.user.id])
    expect(await join(area, code)).toBeUndefined()
    expectAllowed(await area.admin.rpc('delete_user', { user_id: anna.user.id }))
    expect(await join(area, code)).toBeUndefined()
    expect(await links()).toMatchObject([{ id, made_by: null, taken: 2 }])
    // Nobody makes it again.
    expectError(await make(area.admin, { id }), '23505')
    expect(expectAllowed(await end(id))).toBe(true)
  })

  it('is listed with the newest 200', async () => {
    await area.row(
      `insert into private.club_links (id, note, code, places, created_at, expires_at)
        select gen_random_uuid(), 'Link ' || n, gen_random_uuid(), 5, now() - make_interval(mins => n), now() + interval '1 day'
        from generate_series(1, 205) as n`,
    )
    const all = await links()
    expect([all.length, all[0]?.note, all.at(-1)?.note]).toEqual([200, 'Link 1', 'Link 200'])
  })
})

describe('a sign-up with a link of the club', () => {
  it('is admitted while the link counts, where an invitation is needed', async () => {
    expect([await mayJoin(area), await join(area)]).toEqual(['needed', NEEDED])
    const { id, code } = await made({ places: 2 })
    expect(await mayJoin(area, code)).toBe('yes')
    expect(await join(area, code)).toBeUndefined()
    expect(await stored(id)).toMatchObject({ taken: 1 })
    expect(await join(area, code)).toBeUndefined()
    expect([await mayJoin(area, code), await join(area, code)]).toEqual(['ended', ENDED])
    expect(await stored(id)).toMatchObject({ taken: 2 })
    const later = await made()
    await area.row('update private.club_links set expires_at = now() where id = $1', [later.id])
    expect([await mayJoin(area, later.code), await join(area, later.code)]).toEqual(['ended', ENDED])
    // Neither the ID of a link nor another spelling of the code.
    const third = await made()
    for (const wrong of [third.id, third.code.slice(1), ` ${third.code}`, `${third.code}%`])
      expect([await mayJoin(area, wrong), await join(area, wrong)]).toEqual(['ended', ENDED])
  })

  it('takes the last place once, however many ask for it at the same moment', async () => {
    const { id, code } = await made({ places: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(area, code)))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(3)
    expect(answers.filter((answer) => answer === ENDED)).toHaveLength(5)
    expect(await stored(id)).toMatchObject({ taken: 3 })
  })

  it('is counted in an open club, which a full, expired or ended link keeps nobody out of', async () => {
    await setJoining(area, 'open')
    const { id, code } = await made({ places: 1 })
    expect(await join(area, code)).toBeUndefined()
    expect(await stored(id)).toMatchObject({ taken: 1 })
    expect([await mayJoin(area, code), await join(area, code)]).toEqual(['yes', undefined])
    expect(await stored(id)).toMatchObject({ taken: 1 })
    const expired = await made()
    await area.row('update private.club_links set expires_at = now() where id = $1', [expired.id])
    const ended = await made()
    expectAllowed(await end(ended.id))
    for (const link of [expired, ended]) {
      expect(await join(area, link.code)).toBeUndefined()
      expect(await stored(link.id)).toMatchObject({ taken: 0 })
    }
    expect(await join(area, 'no such code')).toBeUndefined()
  })

  it('is refused by a closed club, and takes no place', async () => {
    const { id, code } = await made()
    await setJoining(area, 'closed')
    expect([await mayJoin(area, code), await join(area, code)]).toEqual(['closed', CLOSED])
    expect(await stored(id)).toMatchObject({ taken: 0 })
    await setJoining(area, 'invitation')
    expect(await join(area, code)).toBeUndefined()
  })

  it('takes no place when it is refused for another reason', async () => {
    const { id, code } = await made()
    const { error } = await guest(area.engine).auth.signUp({
      email: `${randomUUID()}@example.com`,
      password: 'twelve hooks',
      options: { data: { username: area.member.user.username, invitation: code } },
    })
    expect(error?.code).toBe('validation_failed')
    expect(await stored(id)).toMatchObject({ taken: 0 })
  })

  it('refers nobody, and leaves members’ own invitations as they are', async () => {
    const { code } = await made()
    const email = `${randomUUID()}@example.com`
    expect(await join(area, code, { email })).toBeUndefined()
    expect(await area.row('select from public.referrals where referred_email = $1', [email])).toBeUndefined()
    const [own] = expectAllowed(await area.member.rpc('make_invitation')) as { code: string }[]
    expect(await join(area, own?.code)).toBeUndefined()
    expect(await area.row('select taken from private.invitations where code = $1', [own?.code])).toEqual({ taken: 1 })
    await setJoining(area, 'open')
    expect(await join(area, own?.code)).toBeUndefined()
    expect(await area.row('select taken from private.invitations where code = $1', [own?.code])).toEqual({ taken: 1 })
  })
})
