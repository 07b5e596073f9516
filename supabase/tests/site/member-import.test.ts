import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IMPORTED_POINTS, INVITED_A_DAY } from '../../../contract/src/limits.ts'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'
import { setJoining } from './join.ts'
import { fresh, type Mailing, openMailing } from './mailing.ts'

// What an import stores and answers. What its members get is in imported-members.test.ts, who may import in
// club-invitations.test.ts.

let club: Mailing
let area: MemberArea
let second: Persona
beforeAll(async () => {
  club = await openMailing()
  area = club.area
  second = club.second
})
beforeEach(async () => {
  await setJoining(area, 'invitation')
  await area.row('delete from private.mailed_invitations')
  await area.row('delete from private.invited_addresses')
  await area.row('truncate private.audit_log')
})
afterAll(() => area.engine.close())

interface Answer {
  address: string
  answer: string
}
const ask = (members: unknown, by: Persona = area.admin, request: string | null = randomUUID()) =>
  by.rpc('import_members', { request, members })
const answers = async (members: unknown[], by?: Persona, request?: string) =>
  (expectAllowed(await ask(members, by, request)) as Answer[]).map(({ answer }) => answer)
const answer = async (member: unknown, by?: Persona) => (await answers([member], by))[0]
const values = async (address: string) => {
  const { proposed_name, joined_on, points } = (await club.list({ search: address }))[0] as unknown as Record<
    string,
    unknown
  >
  return { proposed_name, joined_on, points }
}
const today = async () =>
  String((await area.row(`select (now() at time zone private.club_zone())::date::text as day`))?.day)

describe('a member who is imported', () => {
  it('is invited as an address is, and the list shows name, day and points', async () => {
    const [eve, bob] = [fresh(), fresh()]
    const all = [
      { address: eve, name: 'Eve of the Lake', joined: '2012-05-31', points: 1250 },
      { address: ` ${bob.toUpperCase()}\n`, name: null, joined: null, points: null },
    ]
    const said = expectAllowed(await ask(all)) as Answer[]
    expect(said).toEqual(all.map(({ address }) => ({ address, answer: 'invited' })))
    expect(await club.list()).toMatchObject([
      {
        ...{ address: eve, state: 'waiting', invited_by: area.admin.user.username, given_at: null },
        ...{ proposed_name: 'Eve of the Lake', joined_on: '2012-05-31', points: 1250 },
      },
      { address: bob, state: 'waiting', proposed_name: null, joined_on: null, points: null },
    ])
    expect(await club.trail()).toEqual([
      {
        action: 'import_members',
        actor_name: area.admin.user.username,
        subject_kind: 'invitation',
        subject_label: null,
        details: { count: 2, points: 1250 },
      },
    ])
    expect(JSON.stringify(await club.trail())).not.toMatch(/lake\.test|Eve/)
    // The mail has none of the values, and makes nobody a referral.
    const mail = (await club.take()).find(({ address }) => address === eve)
    expect(mail).toMatchObject({ inviter: area.admin.user.username, inviter_id: null, is_imported: true })
    expect(Object.keys(mail ?? {}).sort()).toEqual(
      [
        'address',
        'attempt',
        'club',
        'code',
        'expires_at',
        'id',
        'inviter',
        'inviter_id',
        'is_imported',
        'time_zone',
      ].sort(),
    )
  })

  it('is answered in its place, and only those who are invited count in the audit trail', async () => {
    const [eve, bob, tom, ann] = [fresh(), fresh(), fresh(), fresh()]
    await club.answers([bob])
    await area.row('truncate private.audit_log')
    const said = await answers([
      { address: eve, points: 10 },
      { address: 'no address', points: 100 },
      { address: area.member.user.email, points: 100 },
      { address: bob, points: 100 },
      { address: eve.replace('@', '+rod@'), points: 100 },
      { address: tom, points: -1 },
      // The one before it was not invited.
      { address: tom, points: 5 },
      { address: ann, joined: 'yesterday', points: 'many' },
      { address: 'no address', joined: 'yesterday', points: -1 },
    ])
    expect(said).toEqual([
      ...['invited', 'wrong', 'member', 'recent', 'again', 'wrong_points', 'invited', 'wrong_joined', 'wrong'],
    ])
    expect(await club.stored(ann)).toBeUndefined()
    expect(await club.trail()).toMatchObject([{ action: 'import_members', details: { count: 2, points: 15 } }])
    // Neither of them was sent anything, so both can be invited.
    expect(await answers([{ address: ann }, { address: tom }])).toEqual(['invited', 'recent'])
  })

  it('leaves no entry in the audit trail when nobody is invited', async () => {
    expect(await answers([{ address: 'x' }, { address: area.member.user.email }])).toEqual(['wrong', 'member'])
    expect(await club.trail()).toEqual([])
  })

  it('brings 0 to 1,000,000 points as an integer, or none', async () => {
    const right = [0, 1, IMPORTED_POINTS.max, null, undefined]
    for (const points of right) {
      const address = fresh()
      expect(await answer({ address, points }), String(points)).toBe('invited')
      expect(await values(address)).toMatchObject({ points: points || null })
    }
    const wrong = [-1, IMPORTED_POINTS.max + 1, 2 ** 53, 0.5, 1e300, '10', '', true, [10], { points: 10 }, '=1+1']
    expect(await answers(wrong.map((points) => ({ address: fresh(), points })))).toEqual(
      wrong.map(() => 'wrong_points'),
    )
    expect(await club.list()).toHaveLength(right.length)
    // As it stands in the request, also where no number of JavaScript can.
    for (const points of ['1e3', '1000.000'])
      expect(
        await area.row(`select r.points, r.refusal from private.read_members($1::jsonb) as r`, [
          `[{"address": "eve@lake.test", "points": ${points}}]`,
        ]),
      ).toEqual({ points: 1000, refusal: null })
    for (const points of ['1e1000', '1e-1000', '999999.9999'])
      expect(
        await area.row(`select r.refusal from private.read_members($1::jsonb) as r`, [
          `[{"address": "eve@lake.test", "points": ${points}}]`,
        ]),
      ).toEqual({ refusal: 'wrong_points' })
  })

  it('has joined between 1900 and today in the club’s time zone, or on no known day', async () => {
    const day = await today()
    for (const joined of ['1900-01-01', '2024-02-29', day, null, undefined]) {
      const address = fresh()
      expect(await answer({ address, joined }), String(joined)).toBe('invited')
      expect(await values(address)).toMatchObject({ joined_on: joined ?? null })
    }
    const tomorrow = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    const wrong = [
      ...['1899-12-31', tomorrow, '2100-01-01', '2023-02-29', '2024-02-30', '2024-04-31', '2024-13-01', '2024-00-10'],
      ...['2024-01-00', '2024-1-1', '31/05/2024', '31.05.2024', '2024-05-31T00:00:00Z', '2024-05-31 ', 'today'],
      ...['infinity', '', '2024-05-31 BC', '20240531', 20240531, 0, false, ['2024-05-31'], { day: '2024-05-31' }],
      '9'.repeat(100_000),
    ]
    expect(await answers(wrong.map((joined) => ({ address: fresh(), joined })))).toEqual(
      wrong.map(() => 'wrong_joined'),
    )
    await area.row(`update public.site_settings set time_zone = 'Pacific/Kiritimati'`)
    try {
      const [mine, noon] = [await today(), new Date().toISOString().slice(0, 10)]
      expect(mine >= noon).toBe(true)
      expect(await answer({ address: fresh(), joined: mine })).toBe('invited')
    } finally {
      await area.row(`update public.site_settings set time_zone = 'UTC'`)
    }
  })

  it('is proposed a name that can be a username, and invited all the same without one', async () => {
    const proposed = async (name: unknown) => {
      const address = fresh()
      expect(await answer({ address, name })).toBe('invited')
      return (await values(address)).proposed_name
    }
    expect(await proposed('  Zoë O’Hara ')).toBe('Zoë O’Hara')
    expect(await proposed('ＷＩＤＥ Tom')).toBe('WIDE Tom')
    expect(await proposed('a'.repeat(50))).toBe('a'.repeat(50))
    // Somebody may give it up until then.
    expect(await proposed(area.member.user.username)).toBe(area.member.user.username)
    const none = [
      ...['', ' ', 'a'.repeat(51), 'x'.repeat(1_000_000), '=cmd()', '+1', '@SUM(A1)', '<b>Eve</b>', 'Eve\nBob'],
      ...['Eve\tBob', '\u202eeve', 'e\u200bve', 'https://lake.test', 'eve@lake.test'],
      ...[5, true, null, undefined, ['Eve'], { name: 'Eve' }],
    ]
    for (const name of none) expect(await proposed(name), JSON.stringify(name)?.slice(0, 40)).toBeNull()
  })

  it('is an object with an address that is a text', async () => {
    const wrong: unknown[] = [
      ...['eve@lake.test', 5, null, true, [], ['eve@lake.test'], {}, { address: null }, { address: 5 }],
      ...[{ address: ['eve@lake.test'] }, { address: { address: 'eve@lake.test' } }],
    ]
    const said = expectAllowed(await ask(wrong)) as Answer[]
    expect(said).toEqual(wrong.map(() => ({ address: '', answer: 'wrong' })))
    expect(await club.list()).toEqual([])
    // What else it has is ignored.
    const address = fresh()
    expect(await answer({ address, is_admin: true, outcome: 'sent', code: 'mine', accepted_at: '2020-01-01' })).toBe(
      'invited',
    )
    const { code, outcome, accepted_at } = (await club.stored(address)) ?? {}
    expect([code === 'mine', outcome, accepted_at]).toEqual([false, null, null])
  })
})

describe('a request to import', () => {
  it('has an ID and up to 200 members', async () => {
    const all = Array.from({ length: 201 }, () => ({ address: fresh() }))
    expectError(await ask(all), '22023')
    for (const members of ['eve@lake.test', { address: fresh() }, 5, null]) expectError(await ask(members), '22023')
    expectError(await ask([{ address: fresh() }], area.admin, null), '22023')
    expect(await club.list()).toEqual([])
    expect(expectAllowed(await ask([]))).toEqual([])
    expect(await answers(all.slice(0, 200))).toEqual(Array(200).fill('invited'))
  })

  it('is answered again as the first time, and does nothing more', async () => {
    const [eve, request] = [fresh(), randomUUID()]
    const all = [{ address: eve, points: 5 }, { address: fresh(), joined: 'x' }, { address: 'x' }, { address: eve }]
    const first = ['invited', 'wrong_joined', 'wrong', 'again']
    expect(await answers(all, area.admin, request)).toEqual(first)
    await area.row('delete from private.invited_addresses')
    await area.row('update private.settings set sends_mail = false')
    try {
      expect(await answers(all, area.admin, request)).toEqual(first)
    } finally {
      await area.row('update private.settings set sends_mail = true')
    }
    const many = await Promise.all(Array.from({ length: 4 }, () => answers(all, area.admin, request)))
    expect(many).toEqual(Array(4).fill(first))
    expect(await club.list()).toHaveLength(1)
    expect(await club.trail()).toHaveLength(1)
    // Another admin's is another request.
    expect(await answers([{ address: fresh() }], second, request)).toEqual(['invited'])
  })

  it('is not carried out with other values, nor as one of addresses', async () => {
    const [eve, request] = [fresh(), randomUUID()]
    const one = { address: eve, name: 'Eve', joined: '2020-01-01', points: 5 }
    await answers([one], area.admin, request)
    for (const other of [{ points: 6 }, { name: 'Eva' }, { joined: null }, { address: eve.toUpperCase() }])
      expectError(await ask([{ ...one, ...other }], area.admin, request), 'PT409')
    expectError(await ask([one, one], area.admin, request), 'PT409')
    // What is not read changes nothing.
    expect(await answers([{ ...one, more: 1 }], area.admin, request)).toEqual(['invited'])
    expectError(await club.ask([eve], area.admin, request), 'PT409')
    const addresses = randomUUID()
    await club.answers([fresh()], area.admin, addresses)
    expectError(await ask([one], area.admin, addresses), 'PT409')
    expect(await values(eve)).toEqual({ proposed_name: 'Eve', joined_on: '2020-01-01', points: 5 })
  })

  it('that repeats a file changes nothing of an invitation that stands, and says so', async () => {
    const [eve, bob] = [fresh(), fresh()]
    await club.answers([eve])
    await answers([{ address: bob, name: 'Bob', joined: '2020-01-01', points: 5 }])
    const file = [
      { address: eve, name: 'Eve', joined: '2019-01-01', points: 50 },
      { address: bob, name: 'Robert', joined: '2001-01-01', points: 5000 },
    ]
    for (const by of [area.admin, second]) expect(await answers(file, by)).toEqual(['recent', 'recent'])
    expect(await values(eve)).toEqual({ proposed_name: null, joined_on: null, points: null })
    expect(await values(bob)).toEqual({ proposed_name: 'Bob', joined_on: '2020-01-01', points: 5 })
  })

  it('is refused where the site sends no mail', async () => {
    await area.row('update private.settings set sends_mail = false')
    try {
      expectError(await ask([{ address: fresh() }]), 'IN001')
    } finally {
      await area.row('update private.settings set sends_mail = true')
    }
    expect(await club.list()).toEqual([])
  })

  it(`shares the ${INVITED_A_DAY} addresses of a day with other invitations, counted by address`, async () => {
    await area.scaleLimits(1)
    try {
      await club.answers([fresh()])
      await answers([{ address: fresh() }, { address: 'x' }, { address: fresh(), points: -1 }])
      expect(await area.row(`select used from private.rate_counters where bucket = 'mailed-invitation-day'`)).toEqual({
        used: 2,
      })
      await area.row(`update private.rate_counters set used = $1 where bucket = 'mailed-invitation-day'`, [
        INVITED_A_DAY - 1,
      ])
      const request = randomUUID()
      const two = [{ address: fresh() }, { address: fresh() }]
      expectError(await ask(two, area.admin, request), 'PT429')
      expect(await club.list()).toHaveLength(2)
      expect(await answers([{ address: fresh() }])).toEqual(['invited'])
      // The same request tomorrow is carried out.
      await area.row('delete from private.rate_counters')
      expect(await answers(two, area.admin, request)).toEqual(['invited', 'invited'])
    } finally {
      await area.scaleLimits(1000)
    }
  })
})

describe('the name that is proposed', () => {
  const nameOf = async (invitation: string, by: Pick<Persona, 'rpc'> = guest(area.engine)) =>
    (await by.rpc('invited_name', { invitation })).data
  const imported = async (name: string | null = 'Eve') => {
    const address = fresh()
    await answers([{ address, name, points: 5 }])
    const { id, code } = (await club.stored(address)) ?? {}
    return { address, id: String(id), code: String(code) }
  }

  it('is told to whoever has the code, while it counts, and nothing else is', async () => {
    const { address, code, id } = await imported()
    for (const by of [guest(area.engine), area.member, area.admin, service(area.engine)])
      expect(await nameOf(code, by)).toBe('Eve')
    await club.send(address, 'sent')
    const read = await guest(area.engine).rpc('invited_name', { invitation: code }, { get: true })
    expect(expectAllowed(read)).toBe('Eve')
    for (const other of [id, address, '', code.toLowerCase().replace(/^./, '!'), '%'])
      expect(await nameOf(other)).toBeNull()
    expect((await guest(area.engine).rpc('may_join', { invitation: code })).data).toBe('yes')
    await setJoining(area, 'closed')
    expect(await nameOf(code)).toBeNull()
    await setJoining(area, 'open')
  })

  it('is told no more when the invitation has ended, was withdrawn or used up, and of others there is none', async () => {
    const [late, back, dead, used, none] = [
      await imported(),
      await imported(),
      await imported(),
      await imported(),
      await imported(null),
    ]
    await area.row('update private.mailed_invitations set expires_at = now() where id = $1', [late.id])
    await club.withdraw([back.id])
    await club.send(dead.address, 'refused')
    await signUp(area.engine, { email: used.address, data: { invitation: used.code } })
    for (const { code } of [late, back, dead, used, none]) expect(await nameOf(code)).toBeNull()
    expect(await nameOf((await club.invited()).code)).toBeNull()
  })
})

describe('what is imported', () => {
  it('is written by no other way', async () => {
    const own = { id: area.member.user.id }
    for (const by of [area.member, area.admin]) {
      expectDenied(await by.from('profiles').update({ joined_on: '2001-01-01' }).eq('id', own.id))
      expectDenied(
        await by.from('profiles').upsert({ ...own, username: area.member.user.username, joined_on: '2001-01-01' }),
      )
      expectError(await by.from('mailed_invitations').select('*'), 'PGRST205')
    }
    for (const name of ['read_members', 'imported_day', 'invite'])
      expect((await area.admin.rpc(name, {})).error).not.toBeNull()
    expect(await area.row('select joined_on from public.profiles where id = $1', [own.id])).toEqual({ joined_on: null })
  })

  it('goes with the invitation, which goes with its time and its address', async () => {
    const address = fresh()
    await answers([{ address, name: 'Eve', joined: '2020-01-01', points: 5 }])
    await club.pass(address, '59 days 1 hour')
    await club.tend()
    expect(await club.stored(address)).toBeUndefined()
    const kept = JSON.stringify(await area.engine.owner.query('select * from private.invitation_requests'))
    expect(kept).not.toMatch(/Eve|2020-01-01|lake\.test/)
  })
})
