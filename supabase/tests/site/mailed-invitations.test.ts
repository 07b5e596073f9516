import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { INVITED_A_DAY } from '../../../contract/src/limits.ts'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'
import { join, setJoining } from './join.ts'
import { fresh, type Mailing, openMailing } from './mailing.ts'

// Whom admins invite by mail. Who may invite is in club-invitations.test.ts.

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

describe('an address', () => {
  it('is answered in its place: invited, a member, invited lately, twice in the list, or none', async () => {
    const [eve, bob] = [fresh(), fresh()]
    await club.answers([bob])
    const given = [eve, 'not an address', area.member.user.email, bob, ` ${eve.toUpperCase()} `, '', fresh()]
    const all = expectAllowed(await club.ask(given)) as { address: string; answer: string }[]
    expect(all.map(({ address }) => address)).toEqual(given)
    expect(all.map((one) => one.answer)).toEqual(['invited', 'wrong', 'member', 'recent', 'again', 'wrong', 'invited'])
    expect(await club.stored(eve)).toMatchObject({ address: eve, invited_by: area.admin.user.id, outcome: null })
    expect((await club.trail()).at(-1)).toEqual({
      action: 'invite_addresses',
      actor_name: area.admin.user.username,
      subject_kind: 'invitation',
      subject_label: null,
      details: { count: 2 },
    })
    expect(JSON.stringify(await club.trail())).not.toMatch(/lake\.test/)
  })

  it('is one in all spellings of its mailbox', async () => {
    const name = randomUUID().slice(0, 12)
    expect(
      await club.answers([`${name}@lake.test`, `${name}+show@lake.test`, `${name.toUpperCase()}@LAKE.TEST`]),
    ).toEqual(['invited', 'again', 'again'])
    expect(await club.answer(`${name}+stand@lake.test`, second)).toBe('recent')
    const dotted = `g${name.replaceAll('-', '')}`
    expect(await club.answers([`${dotted}@gmail.com`, `${dotted[0]}.${dotted.slice(1)}@googlemail.com`])).toEqual([
      'invited',
      'again',
    ])
    const [local, host] = area.member.user.email.split('@')
    expect(await club.answer(`${local}+news@${host}`)).toBe('member')
    expect(await club.answer(area.suspended.user.email)).toBe('member')
    // The one that is sent is the one that was given.
    const tagged = `${randomUUID().slice(0, 12)}+club@lake.test`
    expect(await club.answers([tagged.toUpperCase()])).toEqual(['invited'])
    expect(await club.stored(tagged)).toBeDefined()
  })

  it('is that which an account has now, once it is confirmed', async () => {
    const [old, next, waiting] = [fresh(), fresh(), fresh()]
    await setJoining(area, 'open')
    const tom = await signUp(area.engine, { email: old })
    await area.row('update auth.users set email = $2 where id = $1', [tom.user.id, next])
    await area.row('insert into auth.users (id, email) values (gen_random_uuid(), $1)', [waiting])
    expect(await club.answers([old, next, waiting])).toEqual(['invited', 'member', 'invited'])
  })

  it('is one to which mail can be sent', async () => {
    const wrong = [
      ...['eve', 'eve@', '@lake.test', 'eve@lake', 'eve@lake..test', 'eve@-lake.test', 'eve@lake.test.', 'eve@lake.1'],
      ...['eve lake@lake.test', 'eve@lake.test, bob@lake.test', 'Eve <eve@lake.test>', 'eve@lake.test\nbcc: x@y.test'],
      ...['.eve@lake.test', 'eve.@lake.test', 'e..ve@lake.test', 'éve@lake.test', 'eve@läke.test', 'eve@127.0.0.1'],
      ...[`${'e'.repeat(65)}@lake.test`, `eve@${'lake.'.repeat(50)}test`, '"eve"@lake.test', 'eve@lake.test\u200b'],
      ...['mailto:eve@lake.test?subject=x', '\u202eeve@lake.test', '🎣@lake.test', ' '],
    ]
    expect(await club.answers(wrong)).toEqual(wrong.map(() => 'wrong'))
    expect(await club.answers([null])).toEqual(['wrong'])
    const right = [`o'brien+a_b-c%d@x-y.lake.test`, `${'e'.repeat(64)}@lake.test`, `\t${fresh()}\r\n`]
    expect(await club.answers(right)).toEqual(right.map(() => 'invited'))
    expect(await club.answers(['x'.repeat(1_000_000)])).toEqual(['wrong'])
  })

  it('is one of up to 200', async () => {
    const all = Array.from({ length: 201 }, fresh)
    expectError(await club.ask(all), '22023')
    expect(await club.list()).toEqual([])
    expect(await club.answers(all.slice(0, 200))).toEqual(Array(200).fill('invited'))
    expect(expectAllowed(await club.ask([]))).toEqual([])
    expectError(await club.ask([fresh()], area.admin, null), '22023')
  })

  it('is invited once by admins who invite it at the same moment, with others in another order', async () => {
    const all = Array.from({ length: 20 }, fresh)
    const each = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        n % 2
          ? club.answers(all, area.admin)
          : club.answers(all.toReversed(), second).then((list) => list.toReversed()),
      ),
    )
    for (const [n] of all.entries())
      expect(each.map((list) => list[n]).toSorted()).toEqual(['invited', ...Array(5).fill('recent')])
    expect(await club.list()).toHaveLength(20)
    expect(await club.trail()).toHaveLength(1)
  })
})

describe('a request', () => {
  it('is answered again as the first time, and does nothing more', async () => {
    const [eve, bob, request] = [fresh(), fresh(), randomUUID()]
    await club.answers([bob], second)
    const given = [eve, bob, area.member.user.email, eve, 'x']
    const first = ['invited', 'recent', 'member', 'again', 'wrong']
    expect(await club.answers(given, area.admin, request)).toEqual(first)
    expect(await club.answers(given, area.admin, request)).toEqual(first)
    // Also when everything has changed in between, and when there is no mail any more.
    await club.withdraw([String((await club.stored(eve))?.id)])
    await area.row('delete from private.invited_addresses')
    await area.row('update private.settings set sends_mail = false')
    try {
      expect(await club.answers(given, area.admin, request)).toEqual(first)
    } finally {
      await area.row('update private.settings set sends_mail = true')
    }
    expect(await club.list()).toHaveLength(2)
    expect((await club.trail()).map(({ action }) => action)).toEqual([
      'invite_addresses',
      'invite_addresses',
      'withdraw_invitations',
    ])
    // Another admin's is another request.
    expect(await club.answers([fresh()], second, request)).toEqual(['invited'])
  })

  it('invites once when it is sent four times at the same moment', async () => {
    const [given, request] = [[fresh(), fresh()], randomUUID()]
    const all = await Promise.all(Array.from({ length: 4 }, () => club.answers(given, area.admin, request)))
    expect(all).toEqual(Array(4).fill(['invited', 'invited']))
    expect(await club.list()).toHaveLength(2)
    expect(await club.trail()).toHaveLength(1)
  })

  it('is not carried out with other addresses', async () => {
    const [eve, bob, request] = [fresh(), fresh(), randomUUID()]
    await club.answers([eve], area.admin, request)
    for (const other of [[bob], [eve, bob], [eve.toUpperCase()]])
      expectError(await club.ask(other, area.admin, request), 'PT409')
    expect(await club.stored(bob)).toBeUndefined()
  })

  it('leaves no entry in the audit trail when it invites nobody', async () => {
    expect(await club.answers(['x', area.member.user.email])).toEqual(['wrong', 'member'])
    expect(await club.trail()).toEqual([])
  })

  it('is refused where the site sends no mail', async () => {
    expect(expectAllowed(await area.admin.rpc('can_invite_by_mail'))).toBe(true)
    await area.row('update private.settings set sends_mail = false')
    try {
      expect(expectAllowed(await area.admin.rpc('can_invite_by_mail'))).toBe(false)
      expectError(await club.ask([fresh()]), 'IN001')
    } finally {
      await area.row('update private.settings set sends_mail = true')
    }
    expect(await club.list()).toEqual([])
  })

  it(`invites ${INVITED_A_DAY} addresses a day, counted by address and admin`, async () => {
    await area.scaleLimits(1)
    try {
      await club.answers([fresh(), fresh(), area.member.user.email, 'x'])
      expect(await area.row(`select used from private.rate_counters where bucket = 'mailed-invitation-day'`)).toEqual({
        used: 2,
      })
      await area.row(`update private.rate_counters set used = $1 where bucket = 'mailed-invitation-day'`, [
        INVITED_A_DAY - 2,
      ])
      const refused = await club.ask([fresh(), fresh(), fresh()])
      expectError(refused, 'PT429')
      expect(refused.status).toBe(429)
      expect(await club.list()).toHaveLength(2)
      expect(await club.answers([fresh(), fresh()])).toEqual(['invited', 'invited'])
      expectError(await club.ask([fresh()]), 'PT429')
      // What invites nobody costs nothing.
      expect(await club.answers(['x', area.member.user.email])).toEqual(['wrong', 'member'])
      expect(await club.answers([fresh()], second)).toEqual(['invited'])
    } finally {
      await area.scaleLimits(1000)
    }
  })
})

describe('nobody is sent two invitations within 30 days', () => {
  const soon = async (address: string) => {
    for (const by of [area.admin, second]) expect(await club.answer(address, by)).toBe('recent')
    await club.pass(address, '29 days 23 hours')
    expect(await club.answer(address)).toBe('recent')
    await club.pass(address, '1 hour')
    expect(await club.answer(address)).toBe('invited')
  }

  it('after one that waits, or was sent', async () => {
    await soon((await club.invited()).address)
    const { address } = await club.invited()
    await club.send(address, 'sent')
    await soon(address)
  })

  it('after one that was withdrawn', async () => {
    const { address, id } = await club.invited()
    await club.send(address, 'sent')
    await club.withdraw([id])
    await soon(address)
  })

  it('but one to whom no mail has gone out can be invited again', async () => {
    const { address, id } = await club.invited()
    await club.withdraw([id])
    expect(await club.answer(address)).toBe('invited')
    expect(await club.answer(address)).toBe('recent')
  })

  it('after one whose row is gone, and whose admin is gone', async () => {
    await setJoining(area, 'open')
    const anna = await signUp(area.engine, { admin: true })
    const { address } = await club.invited(anna)
    await area.row('delete from private.mailed_invitations where address = $1', [address])
    expectAllowed(await area.admin.rpc('delete_user', { user_id: anna.user.id }))
    await club.tend()
    await soon(address)
  })

  it('after one that was accepted by an account that is gone', async () => {
    const { address, code } = await club.invited()
    await club.send(address, 'sent')
    const eve = await signUp(area.engine, { email: address, data: { invitation: code } })
    expect(await club.answer(address)).toBe('member')
    expectAllowed(await eve.rpc('delete_own_account', { password: eve.user.password }))
    await soon(address)
  })

  it('but at once after one whose mail was refused, or given up after eight failures', async () => {
    const one = await club.invited()
    await club.send(one.address, 'refused', '550 no such mailbox')
    expect(await club.list({ search: one.address })).toMatchObject([{ state: 'failed', error: '550 no such mailbox' }])
    expect(await club.answer(one.address)).toBe('invited')
    const other = await club.invited()
    for (let n = 1; n <= 8; n += 1) {
      expect(await club.answer(other.address)).toBe('recent')
      await club.send(other.address, 'failed', `attempt ${n}`)
      expect(await club.stateOf(other.address)).toBe(n < 8 ? 'waiting' : 'failed')
    }
    expect(await club.stored(other.address)).toMatchObject({ failures: 8, outcome: 'dead', error: 'attempt 8' })
    expect(await club.answer(other.address)).toBe('invited')
  })
})

describe('the list', () => {
  it('has the newest first, the first address of a call on top, 50 at a time', async () => {
    const [early, late] = [Array.from({ length: 30 }, fresh), Array.from({ length: 75 }, fresh)]
    await club.answers(early)
    await club.answers(late, second)
    const pages: Awaited<ReturnType<Mailing['list']>>[] = []
    for (let before: string | undefined; pages.length < 4; before = pages.at(-1)?.at(-1)?.created_at)
      pages.push(await club.list(before === undefined ? {} : { before }))
    expect(pages.map((page) => page.length)).toEqual([50, 50, 5, 0])
    expect(pages.flat().map(({ address }) => address)).toEqual([...late, ...early])
    expect(pages[0]?.[0]).toMatchObject({ invited_by: second.user.username, state: 'waiting', error: null })
    // A browser's clock has milliseconds.
    const before = new Date(pages[0]?.at(-1)?.created_at ?? '').toISOString()
    expect((await club.list({ before }))[0]?.address).toBe(late[50])
  })

  it('is searched by a part of the address, and by state', async () => {
    const all = [
      await club.invited(),
      await club.invited(),
      await club.invited(),
      await club.invited(),
      await club.invited(),
      await club.invited(),
    ]
    const [waiting, sent, failed, accepted, expired, withdrawn] = all
    await club.send(sent?.address ?? '', 'sent')
    await club.send(failed?.address ?? '', 'refused', 'No')
    expect(await join(area, accepted?.code)).toBeUndefined()
    await area.row('update private.mailed_invitations set expires_at = now() where id = $1', [expired?.id])
    await club.withdraw([withdrawn?.id ?? ''])
    const states = { waiting, sent, failed, accepted, expired, withdrawn }
    for (const [state, one] of Object.entries(states)) {
      expect((await club.list({ state })).map(({ id }) => id)).toEqual([one?.id])
      const found = await club.list({ search: ` ${one?.address.slice(0, 15).toUpperCase()} ` })
      expect(found.map((each) => [each.id, each.state])).toEqual([[one?.id, state]])
    }
    expect(await club.list({ search: '%' })).toEqual([])
    expect(await club.list({ search: '' })).toHaveLength(6)
    const read = await area.admin.rpc('mailed_invitations', { state: 'sent' }, { get: true })
    expect(expectAllowed(read)).toMatchObject([{ id: sent?.id }])
    expectError(await area.admin.rpc('mailed_invitations', { state: 'lost' }), '22023')
  })

  it('does not name an admin who has left', async () => {
    await setJoining(area, 'open')
    const anna = await signUp(area.engine, { admin: true })
    const { address } = await club.invited(anna)
    expectAllowed(await area.admin.rpc('delete_user', { user_id: anna.user.id }))
    expect(await club.list({ search: address })).toMatchObject([{ invited_by: null, state: 'waiting' }])
  })
})
