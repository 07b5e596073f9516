import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const make = async (fields: object = {}) =>
  expectAllowed(await area.admin.from('games').insert(game(fields)).select().single())
const change = (id: string, fields: object) => area.admin.from('games').update(fields).eq('id', id).select().single()
const answer = async (id: string, who = area.admin) => await who.rpc('game_answer', { game_id: id })
const stored = (id: string) => area.row('select * from public.games where id = $1', [id])

describe('a game', () => {
  it('can be created, changed and deleted by admins only', async () => {
    const made = await make()
    for (const who of [area.member, area.suspended, guest(area.engine)]) {
      expectDenied(await who.from('games').insert(game({})))
      expectDeniedOrNothing(await who.from('games').update({ status: 'completed' }).eq('id', made.id).select())
      expectDeniedOrNothing(await who.from('games').update({ points_awarded: 9999 }).eq('id', made.id).select())
      expectDeniedOrNothing(await who.from('games').delete().eq('id', made.id).select())
    }
    expect(await stored(made.id)).toMatchObject({ status: 'draft', points_awarded: 100 })
    expectAllowed(await area.admin.from('games').delete().eq('id', made.id).select().single())
  })

  it('can be deleted after an admin has read its answer and an entrant has left', async () => {
    const made = await make({ status: 'active' })
    expectAllowed(await answer(made.id))
    const gone = await signUp(area.engine)
    const entry = { game_id: made.id, user_id: gone.user.id, entry_data: { square: 3 } }
    expectAllowed(await gone.from('game_entries').insert(entry).select('id').single())
    await gone.rpc('delete_own_account', { password: gone.user.password }).throwOnError()
    const kept = async () =>
      [
        await area.row('select from private.answer_viewers where game_id = $1', [made.id]),
        await area.row('select from private.left_entries where game_id = $1', [made.id]),
      ].filter(Boolean).length
    expect(await kept()).toBe(2)
    expectAllowed(await area.admin.from('games').delete().eq('id', made.id).select().single())
    expect(await kept()).toBe(0)
  })

  it('is visible to members while active or completed', async () => {
    const { member, engine } = area
    const made = await make()
    const seen = async () => expectAllowed(await member.from('games').select('id').eq('id', made.id))
    expect(await seen()).toEqual([])
    const single = await member.from('games').select().eq('id', made.id).single()
    expectError(single, 'PGRST116')
    expectAllowed(await change(made.id, { status: 'active' }))
    expect(await seen()).toHaveLength(1)
    expectAllowed(await change(made.id, { status: 'cancelled' }))
    expect(await seen()).toEqual([])
    expectDenied(await guest(engine).from('games').select())
  })

  it('needs a title, dates in order and a lake photo where required', async () => {
    const { admin } = area
    const bad: object[] = [
      { title: ' ' },
      { end_date: '2020-01-01T00:00:00Z' },
      { end_date: 'infinity' },
      { type: 'bingo', metadata: {} },
      { image_url: null },
      { image_url: ' ' },
      { image_url: 'javascript:alert(1)' },
      { points_awarded: -1 },
      { first_place_points: 1_000_001 },
    ]
    for (const fields of bad) expectError(await admin.from('games').insert(game(fields)), '23514')
    expectError(await admin.from('games').insert(game({ start_date: null })), '23502')
  })

  it('goes from draft to active to completed, or is cancelled, and never back', async () => {
    const made = await make()
    expectError(await change(made.id, { status: 'completed' }), 'GM004')
    expectAllowed(await change(made.id, { status: 'active' }))
    expectError(await change(made.id, { status: 'draft' }), 'GM004')
    expectAllowed(await change(made.id, { status: 'completed' }))
    for (const status of ['draft', 'active', 'cancelled']) expectError(await change(made.id, { status }), 'GM004')
    expectError(await change(made.id, { points_awarded: 5 }), 'GM005')
    expectError(await change(made.id, { metadata: { winning_square: 1 } }), 'GM005')
    expectAllowed(await change(made.id, { title: 'A better title' }))
    expectError(await area.admin.from('games').insert(game({ status: 'completed' })), 'GM003')
    const cancelled = await make()
    expectAllowed(await change(cancelled.id, { status: 'cancelled' }))
    expectError(await change(cancelled.id, { status: 'active' }), 'GM004')
  })

  it('keeps its type and ID, also when the operator changes it', async () => {
    const made = await make()
    for (const who of [area.admin, service(area.engine)]) {
      const games = () => who.from('games')
      for (const fields of [{ type: 'guess_weight' }, { id: randomUUID() }])
        expectDenied(await games().update(fields).eq('id', made.id).select())
      expect(await stored(made.id)).toMatchObject({ type: made.type })
      expectAllowed(await games().update({ title: 'Under the willows' }).eq('id', made.id).select().single())
    }
  })

  it('is created once per request and admin', async () => {
    const { admin, engine } = area
    const second = await signUp(engine, { admin: true })
    const draft = game({ title: `Once ${randomUUID()}`, request_id: randomUUID() })
    const count = async () => (await area.row('select count(*)::int from games where title = $1', [draft.title]))?.count
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.from('games').insert(draft).select('id, request_id').single()),
    )
    const [made, ...more] = answers.flatMap(({ data }) => data ?? [])
    expect([made?.request_id, ...more]).toEqual([null])
    expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual(['PT409', 'PT409', 'PT409', 'PT409'])
    expect(await count()).toBe(1)
    const row = async (who = admin) => expectAllowed(await who.rpc('request_row', { request_id: draft.request_id }))
    expect(await row()).toBe(made?.id)
    expect(await row(second)).toBeNull()
    expectAllowed(await second.from('games').insert(draft).select().single())
    expect(await count()).toBe(2)
  })

  it('that was refused can be sent again with the same request', async () => {
    const draft = game({ request_id: randomUUID() })
    expectError(await area.admin.from('games').insert({ ...draft, title: ' ' }), '23514')
    expectAllowed(await area.admin.from('games').insert(draft).select().single())
  })

  it('has default points', async () => {
    expect(await make()).toMatchObject({
      points_awarded: 100,
      first_place_points: 300,
      second_place_points: 200,
      third_place_points: 100,
    })
  })
})

describe('the answer', () => {
  it('is removed from metadata at once and replaced by a commitment', async () => {
    const square = await make({ metadata: { winning_square: 47, hint: 'near the reeds' } })
    expect(Object.keys(square.metadata)).toEqual(['commitment'])
    expect(square.metadata.commitment).toMatch(/^[0-9a-f]{64}$/)
    const weight = await make({ type: 'guess_weight', metadata: { actual_weight: 28.6, unit: 'lbs' } })
    expect(weight.metadata).toEqual({ unit: 'lbs', commitment: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect((await stored(weight.id))?.metadata).toEqual(weight.metadata)
  })

  it('can be read by admins, through a function', async () => {
    const made = await make({ metadata: { winning_square: 12 }, status: 'active' })
    expect(expectAllowed(await answer(made.id))).toEqual({ winning_square: 12 })
    expectDenied(await answer(made.id, area.member))
    expect((await guest(area.engine).rpc('game_answer', { game_id: made.id })).error).not.toBeNull()
    expect((await area.member.from('game_answers' as never).select()).error).not.toBeNull()
  })

  it('cannot be discovered by filters or order', async () => {
    const made = await make({ metadata: { winning_square: 37 }, status: 'active' })
    const ask = (value: string) =>
      area.member.from('games').select('id').eq('id', made.id).eq('metadata->>winning_square', value)
    expect(expectAllowed(await ask('37'))).toEqual(expectAllowed(await ask('36')))
    const sorted = await area.member
      .from('games')
      .select('metadata')
      .order('metadata->winning_square')
      .eq('id', made.id)
    expect(JSON.stringify(expectAllowed(sorted))).not.toContain('37"')
  })

  it('may change until the first entry, with a new commitment', async () => {
    const made = await make({ metadata: { winning_square: 1 }, status: 'active' })
    const changed = expectAllowed(await change(made.id, { metadata: { winning_square: 2 } }))
    expect(changed.metadata.commitment).not.toBe(made.metadata.commitment)
    expectAllowed(await change(made.id, { metadata: changed.metadata, description: 'The whole row sent back' }))
    expect(expectAllowed(await answer(made.id))).toEqual({ winning_square: 2 })
    expectAllowed(
      await area.member
        .from('game_entries')
        .insert({ game_id: made.id, entry_data: { square: 5 } })
        .select(),
    )
    expectError(await change(made.id, { metadata: { winning_square: 5 } }), 'GM001')
    expectAllowed(await change(made.id, { description: 'Words may change' }))
    expect((await stored(made.id))?.metadata).toEqual(changed.metadata)
  })

  it('cannot change, like its unit, after the first entry', async () => {
    const made = await make({ type: 'guess_weight', metadata: { actual_weight: 20, unit: 'kg' }, status: 'active' })
    const pounds = expectAllowed(await change(made.id, { metadata: { unit: 'lbs' } }))
    expect(pounds.metadata.commitment).not.toBe(made.metadata.commitment)
    expectAllowed(
      await area.member
        .from('game_entries')
        .insert({ game_id: made.id, entry_data: { weight: 5 } })
        .select(),
    )
    expectError(await change(made.id, { metadata: { unit: 'kg' } }), 'GM001')
  })

  it('is a square from 1 to 100 or a weight in range, and required before activation', async () => {
    const { admin } = area
    for (const winning_square of [0, 101, 1.5, '47', [47]]) {
      expectError(await admin.from('games').insert(game({ metadata: { winning_square } })), '22023')
    }
    for (const metadata of [
      { actual_weight: -1 },
      { actual_weight: 500.1 },
      { actual_weight: 1.234 },
      { unit: 'stone' },
    ]) {
      expectError(await admin.from('games').insert(game({ type: 'guess_weight', metadata })), '22023')
    }
    await make({ type: 'guess_weight', metadata: { actual_weight: 1000, unit: 'lbs' } })
    expectError(await admin.from('games').insert(game({ metadata: {}, status: 'active' })), 'GM002')
    const draft = await make({ metadata: {} })
    expectError(await change(draft.id, { status: 'active' }), 'GM002')
    expectAllowed(await change(draft.id, { status: 'active', metadata: { winning_square: 3 } }))
  })

  it.each([
    ['pick_swim', { winning_square: 47 }],
    ['guess_weight', { actual_weight: 28.6, unit: 'lbs' }],
    ['guess_weight', { actual_weight: 30, unit: 'kg' }],
  ])('of %s is published on completion, and the browser can verify it', async (type, metadata) => {
    const made = await make({ type, metadata, status: 'active' })
    expectAllowed(await change(made.id, { status: 'completed', metadata: { salt: 'forged' } }))
    const read = await area.member.from('games').select('id, metadata').eq('id', made.id).single()
    const { id, metadata: m } = expectAllowed(read) as { id: string; metadata: Record<string, string | number> }
    expect(m).toMatchObject(metadata)
    const text = `${id}:${m.winning_square ?? `${m.actual_weight} ${m.unit}`}:${m.salt}`
    expect(createHash('sha256').update(text).digest('hex')).toBe(m.commitment)
    expect(m.commitment).toBe(made.metadata.commitment)
  })
})
