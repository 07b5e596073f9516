import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { putPicture } from '../files/pictures.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { befriend, log, logged, stored, VISIBILITIES, type Visibility } from './club.ts'

let area: MemberArea
let angler: Persona
let friend: Persona
let moderator: Persona
beforeAll(async () => {
  area = await openMemberArea()
  moderator = await signUp(area.engine, { moderator: true })
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  angler = await signUp(area.engine)
  friend = await signUp(area.engine)
  await befriend(area, friend, angler)
})

const suspend = (who: Persona, is = true) =>
  area.row('update public.profiles set is_suspended = $2 where id = $1', [who.user.id, is])
const audited = () =>
  area.engine.owner.query('select action, subject_id from private.audit_log where subject_id = $1', [angler.user.id])

type Reader = ReturnType<typeof guest>

/** Every way to learn of a catch, and whether the reader does. */
const WAYS: Record<string, (reader: Reader, id: string) => Promise<boolean>> = {
  'the row': async (reader, id) => ((await reader.from('catches').select('id').eq('id', id)).data ?? []).length > 0,
  'a list of the angler': async (reader, id) =>
    JSON.stringify((await reader.from('catches').select().eq('user_id', angler.user.id)).data ?? []).includes(id),
  'a count': async (reader) =>
    ((await reader.from('catches').select('id', { count: 'exact', head: true }).eq('user_id', angler.user.id)).count ??
      0) > 0,
  'a filter on a value': async (reader) =>
    ((await reader.from('catches').select('id').eq('user_id', angler.user.id).gt('grams', 1000)).data ?? []).length > 0,
  'an embedding in the profile': async (reader, id) =>
    JSON.stringify(
      (await reader.from('profiles').select('id, catches(id)').eq('id', angler.user.id)).data ?? [],
    ).includes(id),
  'an embedded count': async (reader) =>
    JSON.stringify(
      (await reader.from('profiles').select('id, catches(count)').eq('id', angler.user.id)).data ?? [],
    ).includes('"count":1'),
  'a filter through an embedding': async (reader) =>
    ((await reader.from('profiles').select('id, catches!inner(id)').eq('id', angler.user.id)).data ?? []).length > 0,
  'the journal': async (reader, id) =>
    JSON.stringify((await reader.rpc('journal_page', { member_id: angler.user.id })).data ?? []).includes(id),
  'the weights of the journal': async (reader) =>
    ((await reader.rpc('journal_weights', { member_id: angler.user.id })).data ?? []).length > 0,
  'the sums of the journal': async (reader) => {
    const { data } = await reader.rpc('journal_summary', { member_id: angler.user.id })
    const text = JSON.stringify(data ?? [])
    return /"grams"/.test(text) || /"(catch_count|season_count|total_grams|season_grams)":[1-9]/.test(text)
  },
}

const SEEN: [who: string, visibility: Visibility, sees: boolean][] = [
  ['angler', 'me', true],
  ['angler', 'connections', true],
  ['angler', 'members', true],
  ['friend', 'me', false],
  ['friend', 'connections', true],
  ['friend', 'members', true],
  ['member', 'me', false],
  ['member', 'connections', false],
  ['member', 'members', true],
  ['moderator', 'me', false],
  ['moderator', 'connections', true],
  ['moderator', 'members', true],
  ['admin', 'me', false],
  ['admin', 'connections', true],
  ['admin', 'members', true],
  ['suspended', 'me', false],
  ['suspended', 'connections', false],
  ['suspended', 'members', false],
  ['guest', 'me', false],
  ['guest', 'connections', false],
  ['guest', 'members', false],
]
const readerOf = (who: string): Reader =>
  ({ angler, friend, moderator, member: area.member, admin: area.admin, suspended: area.suspended })[who] ??
  guest(area.engine)

describe('a catch', () => {
  it.each(SEEN)('by the eyes of %s, for %s: %s', async (who, visibility, sees) => {
    const { id } = await logged(angler, { visibility, caught_on: '2026-01-02' })
    const reader = readerOf(who)
    for (const [way, looks] of Object.entries(WAYS)) expect(await looks(reader, id), way).toBe(sees)
  })

  it('for connections is not for whoever asked to be one, nor for one who was', async () => {
    const { id } = await logged(angler, { visibility: 'connections' })
    const asker = await signUp(area.engine)
    await area.row('insert into public.member_connections (user_id, connected_user_id) values ($1, $2)', [
      asker.user.id,
      angler.user.id,
    ])
    for (const [way, looks] of Object.entries(WAYS)) expect(await looks(asker, id), way).toBe(false)
    expect(await WAYS['the row']?.(friend, id)).toBe(true)
    await area.row('delete from public.member_connections where $1 in (user_id, connected_user_id)', [angler.user.id])
    for (const [way, looks] of Object.entries(WAYS)) expect(await looks(friend, id), way).toBe(false)
  })

  it.each(['angler', 'reader'] as const)('is hidden in both directions when the %s has blocked', async (who) => {
    const reader = await signUp(area.engine)
    const { id } = await logged(angler)
    const back = await logged(reader)
    const [blocker, blocked] = who === 'angler' ? [angler, reader] : [reader, angler]
    expectAllowed(await blocker.rpc('block_member', { member_id: blocked.user.id }).then((a) => ({ ...a, data: true })))
    for (const [way, looks] of Object.entries(WAYS)) expect(await looks(reader, id), way).toBe(false)
    expect(expectAllowed(await angler.from('catches').select('id').eq('id', back.id))).toEqual([])
    expect(await WAYS['the row']?.(friend, id)).toBe(true)
  })

  it('of a suspended angler is seen by the angler and the team only', async () => {
    const { id } = await logged(angler)
    await suspend(angler)
    for (const reader of [friend, area.member, area.suspended, guest(area.engine)])
      for (const [way, looks] of Object.entries(WAYS)) expect(await looks(reader, id), way).toBe(false)
    for (const reader of [angler, moderator, area.admin]) expect(await WAYS['the journal']?.(reader, id)).toBe(true)
    await suspend(angler, false)
    expect(await WAYS['the journal']?.(friend, id)).toBe(true)
  })

  it('goes with its angler, and its sums too', async () => {
    const { id } = await logged(angler)
    expect(expectAllowed(await angler.rpc('delete_own_account', { password: angler.user.password }))).toBe(true)
    expect(await stored(area, id)).toBeUndefined()
    expect(await area.row('select from private.catch_months where user_id = $1', [angler.user.id])).toBeUndefined()
    expect((await angler.from('catches').select()).data).toBeNull()
    expect((await log(angler)).error).not.toBeNull()
    expect(await area.engine.owner.query('select from public.catches where user_id = $1', [angler.user.id])).toEqual([])
  })
})

describe('writing', () => {
  it('stores what the angler logs, and in nobody else’s name', async () => {
    const { id } = await logged(angler, { words: 'On a wafter', visibility: 'connections' })
    expect(await stored(area, id)).toMatchObject({
      user_id: angler.user.id,
      grams: 14_742,
      variety: 'mirror',
      visibility: 'connections',
      words: 'On a wafter',
    })
    const forged = { user_id: friend.user.id, grams: 9000, caught_on: '2026-06-01', variety: 'common' }
    expectDenied(await angler.from('catches').insert(forged as never))
    expectDenied(await angler.from('catches').insert({ ...forged, user_id: undefined, id: randomUUID() } as never))
    for (const who of [guest(area.engine), area.suspended]) expectDenied(await log(who))
  })

  it('is for connections unless told otherwise', async () => {
    const { id } = await logged(angler, { visibility: undefined as never })
    expect(await stored(area, id)).toMatchObject({ visibility: 'connections', words: '', photo_path: null })
  })

  it('is corrected by the angler, and by nobody else', async () => {
    const { id } = await logged(angler)
    const edit = { grams: 15_000, words: 'Weighed again', visibility: 'connections' }
    for (const who of [friend, area.member, area.suspended, moderator, area.admin, guest(area.engine)])
      expectDeniedOrNothing(await who.from('catches').update(edit).eq('id', id).select('id'))
    expect(await stored(area, id)).toMatchObject({ grams: 14_742 })
    expect(expectAllowed(await angler.from('catches').update(edit).eq('id', id).select('id'))).toEqual([{ id }])
    expect(await stored(area, id)).toMatchObject(edit)
    expectDenied(
      await angler
        .from('catches')
        .update({ user_id: friend.user.id } as never)
        .eq('id', id),
    )
  })

  it('is removed by the angler, without an entry in the audit trail', async () => {
    const { id } = await logged(angler)
    for (const who of [friend, area.member, area.suspended, guest(area.engine)])
      expectDeniedOrNothing(await who.from('catches').delete().eq('id', id).select('id'))
    expect(await stored(area, id)).toBeDefined()
    expect(expectAllowed(await angler.from('catches').delete().eq('id', id).select('id'))).toEqual([{ id }])
    expect(await stored(area, id)).toBeUndefined()
    expect(await audited()).toEqual([])
  })

  it.each(VISIBILITIES)('the team removes one for %s if others see it, and that is recorded', async (visibility) => {
    for (const who of [moderator, area.admin]) {
      const { id } = await logged(angler, { visibility })
      await area.row('delete from private.audit_log')
      expectAllowed(await who.from('catches').delete().eq('id', id).select('id'))
      expect((await stored(area, id)) === undefined).toBe(visibility !== 'me')
      expect(await audited()).toEqual(
        visibility === 'me' ? [] : [{ action: 'delete_catch', subject_id: angler.user.id }],
      )
    }
  })

  it('a moderator does not remove a catch of an admin', async () => {
    const { id } = await logged(area.admin)
    expectDeniedOrNothing(await moderator.from('catches').delete().eq('id', id).select('id'))
    expect(await stored(area, id)).toBeDefined()
  })

  it('by a statement that reads nothing changes only one’s own', async () => {
    const own = await logged(angler)
    const others = await logged(friend)
    await angler.from('catches').update({ words: 'mine' }).neq('words', 'none')
    expect(await stored(area, own.id)).toMatchObject({ words: 'mine' })
    expect(await stored(area, others.id)).toMatchObject({ words: '' })
    await suspend(angler)
    await angler.from('catches').update({ words: 'suspended' }).eq('id', own.id)
    await angler.from('catches').delete().eq('id', own.id)
    expect(await stored(area, own.id)).toMatchObject({ words: 'mine' })
  })
})

describe('a day', () => {
  const day = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)

  it('may be today anywhere on Earth, and not later', async () => {
    const latest = day(14)
    expect((await log(angler, { caught_on: latest })).error).toBeNull()
    const { id } = await logged(angler)
    for (const caught_on of [day(38), '2199-12-31']) {
      expectError(await log(angler, { caught_on }), 'CT001')
      expectError(await angler.from('catches').update({ caught_on }).eq('id', id), 'CT001')
    }
    expect((await angler.from('catches').update({ caught_on: latest }).eq('id', id)).error).toBeNull()
  })

  it('is in 1900 or later', async () => {
    expect((await log(angler, { caught_on: '1900-01-01' })).error).toBeNull()
    for (const caught_on of ['1899-12-31', '0044-03-15 BC', '-infinity'])
      expectError(await log(angler, { caught_on }), '23514')
    expectError(await log(angler, { caught_on: '2200-01-01' }), 'CT001')
    expectError(await log(angler, { caught_on: 'yesterday-ish' }), '22007')
  })
})

describe('values', () => {
  it('out of range are refused', async () => {
    for (const grams of [0, -1, 500_001]) expectError(await log(angler, { grams }), '23514')
    for (const grams of [1, 500_000]) expect((await log(angler, { grams })).error).toBeNull()
    expectError(await log(angler, { variety: 'pike' }), '23514')
    expectError(await log(angler, { visibility: 'everyone' as never }), '23514')
    expectError(await log(angler, { words: 'x'.repeat(1001) }), '23514')
    expectError(await log(angler, { words: 'a\u202eb' }), 'CT002')
    expectError(await log(angler, { request_id: null as never }), '22023')
  })

  it('have no place: no column, no argument', async () => {
    const columns = await area.engine.owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'public.catches'::regclass and attnum > 0
        union all select unnest(proargnames) from pg_proc where proname in ('log_catch', 'journal_page')`,
    )
    expect(columns.filter(({ name }) => /place|lake|swim|venue|lat|lon|geo|location/.test(name))).toEqual([])
  })
})

describe('sent twice', () => {
  it('is one catch, and is answered alike', async () => {
    const request_id = randomUUID()
    const first = await logged(angler, { request_id })
    expect(first).toMatchObject({ is_best: true, gain: null })
    expect(await logged(angler, { request_id })).toEqual(first)
    const atOnce = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => logged(angler, { request_id: atOnce, grams: 20_000 })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.every(({ is_best, gain }) => is_best && gain === 20_000 - 14_742)).toBe(true)
    expect(
      await area.engine.owner.query('select from public.catches where user_id = $1', [angler.user.id]),
    ).toHaveLength(2)
    // The same ID of another member is another request.
    expect((await logged(friend, { request_id })).id).not.toBe(first.id)
  })

  it('with other values is refused, and names the catch that is stored', async () => {
    const request_id = randomUUID()
    const { id } = await logged(angler, { request_id })
    const others: Parameters<typeof log>[1][] = [
      { grams: 14_743 },
      { caught_on: '2026-06-02' },
      { variety: 'common' },
      { visibility: 'me' },
      { words: 'Weighed again' },
      { photo_path: await putPicture(angler, 'catch-photos') },
    ]
    for (const other of others) {
      const answer = await log(angler, { request_id, ...other })
      expectError(answer, 'CT003')
      expect(answer.error?.details).toBe(id)
    }
    expect(await stored(area, id)).toMatchObject({ grams: 14_742, variety: 'mirror', words: '', photo_path: null })
    expect((await logged(angler, { request_id, words: '', photo_path: null })).id).toBe(id)
    // Corrected since: what was sent first is no longer what is stored.
    await angler.from('catches').update({ grams: 15_000 }).eq('id', id).throwOnError()
    expectError(await log(angler, { request_id }), 'CT003')
    expect((await logged(angler, { request_id, grams: 15_000 })).id).toBe(id)
  })

  it('with other values at the same moment is one catch, and one answer', async () => {
    const request_id = randomUUID()
    const answers = await Promise.all([9000, 9001, 9002].map((grams) => log(angler, { request_id, grams })))
    expect(answers.map(({ error }) => error?.code ?? '').toSorted()).toEqual(['', 'CT003', 'CT003'])
    expect(
      await area.engine.owner.query('select from public.catches where user_id = $1', [angler.user.id]),
    ).toHaveLength(1)
  })

  it('makes no second one after the first was deleted, or for the request of something else', async () => {
    const [request_id, of_post] = [randomUUID(), randomUUID()]
    const { id } = await logged(angler, { request_id })
    expectAllowed(await angler.from('catches').delete().eq('id', id).select('id'))
    await angler.from('newsfeed_posts').insert({ content: 'Tench', request_id: of_post }).throwOnError()
    for (const used of [request_id, of_post]) expectError(await log(angler, { request_id: used }), 'CT004')
    expect(await area.engine.owner.query('select from public.catches where user_id = $1', [angler.user.id])).toEqual([])
    expect((await log(angler)).error).toBeNull()
  })

  it('by two devices at once tells of one personal best only', async () => {
    const phone = await signIn(area.engine, angler.user)
    await logged(angler, { grams: 10_000 })
    const [one, two] = await Promise.all([logged(angler, { grams: 11_000 }), logged(phone, { grams: 11_000 })])
    expect([one, two].filter(({ is_best }) => is_best)).toHaveLength(1)
  })
})

it('an operator may write, with the owner of a catch named', async () => {
  const operator = service(area.engine)
  const row = { user_id: angler.user.id, grams: 9000, caught_on: '2020-05-05', variety: 'grass' }
  expect(expectAllowed(await operator.from('catches').insert(row).select('variety').single())).toEqual({
    variety: 'grass',
  })
})
