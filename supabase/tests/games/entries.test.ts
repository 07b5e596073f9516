import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const open = async (fields: object = {}) =>
  expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active', ...fields }))
      .select()
      .single(),
  ).id as string
const weighIn = () => open({ type: 'guess_weight', metadata: { actual_weight: 30, unit: 'kg' } })
const enter = (game_id: string, entry: object, who = area.member) =>
  who
    .from('game_entries')
    .insert({ game_id, user_id: who.user.id, ...entry })
    .select()
    .single()
const entries = (id: string) => area.engine.owner.query('select * from public.game_entries where game_id = $1', [id])

describe('an entry', () => {
  it('can be made once per game, by a member in their own name, also by a suspended one', async () => {
    const { member, suspended, engine } = area
    const id = await open()
    expect(expectAllowed(await enter(id, { entry_data: { square: 12, note: 'x' } })).entry_data).toEqual({ square: 12 })
    expectError(await enter(id, { entry_data: { square: 13 } }), '23505')
    expectDenied(await enter(id, { entry_data: { square: 1 }, user_id: area.other.user.id }))
    expectDenied(
      await guest(engine)
        .from('game_entries')
        .insert({ game_id: id, entry_data: { square: 1 } }),
    )
    expectAllowed(await enter(id, { entry_data: { square: 5 } }, suspended))
    expect((await entries(id)).map((entry) => entry.user_id)).toEqual([member.user.id, suspended.user.id])
  })

  it('sent many times at once counts once', async () => {
    const id = await open()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => enter(id, { entry_data: { square: i + 1 } })),
    )
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1)
    expect(await entries(id)).toHaveLength(1)
  })

  it('is accepted while the game is active, from its start and before its end', async () => {
    const { admin } = area
    const entry = { entry_data: { square: 1 } }
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
    expectError(await enter(await open({ start_date: hours(1), end_date: hours(2) }), entry), 'GM012')
    expectError(await enter(await open({ start_date: hours(-2), end_date: hours(-1) }), entry), 'GM012')
    expectError(await enter(await open({ status: 'draft' }), entry), 'GM012')
    for (const status of ['cancelled', 'completed']) {
      const id = await open()
      await admin.from('games').update({ status }).eq('id', id)
      expectError(await enter(id, entry), 'GM012')
      expect(await entries(id)).toEqual([])
    }
    expectError(await enter('00000000-0000-4000-8000-00000000dead', entry), '23503')
  })

  it.each([0, 101, 1.5, -1, '47', null, [1], 1e300])('cannot name square %j', async (square) => {
    const id = await open()
    expectError(await enter(id, { entry_data: { square } }), '22023')
    expect(await entries(id)).toEqual([])
  })

  it.each([1, 100])('can name square %i', async (square) => {
    expectAllowed(await enter(await open(), { entry_data: { square } }))
  })

  it.each([-1, 500.01, 28.555, '28.5', null, 'NaN'])('cannot guess %j kg', async (weight) => {
    const id = await weighIn()
    expectError(await enter(id, { entry_data: { weight } }), '22023')
    expect(await entries(id)).toEqual([])
  })

  it.each([0, 28.55, 500])('can guess %d kg', async (weight) => {
    expect(expectAllowed(await enter(await weighIn(), { entry_data: { weight } })).entry_data).toEqual({ weight })
  })

  it('of carp of the week must be a photo from the own folder of game-photos', async () => {
    const { member, other, file } = area
    const id = await open({ type: 'carp_of_week' })
    expectError(await enter(id, { entry_data: {} }), '22023')
    expectError(await enter(id, { photo_url: await file(other, 'game-photos') }), '23514')
    expectError(await enter(id, { photo_url: await file(member, 'avatars') }), '23514')
    expectError(await enter(id, { photo_url: 'https://evil.example/pixel.png' }), '23514')
    expectAllowed(await enter(id, { photo_url: await file(member, 'game-photos') }))
  })

  it('cannot declare itself a winner', async () => {
    const id = await open()
    for (const forged of [{ winner_place: 1 }, { is_winner: true }, { created_at: '2001-01-01' }])
      expectDenied(await enter(id, { entry_data: { square: 1 }, ...forged }))
    expect(await entries(id)).toEqual([])
    expect(expectAllowed(await enter(id, { entry_data: { square: 1 } }))).toMatchObject({
      winner_place: null,
      is_winner: false,
    })
  })

  it('cannot be changed or removed by its member', async () => {
    const { member } = area
    const id = await open()
    const { id: mine } = expectAllowed(await enter(id, { entry_data: { square: 1 } }))
    for (const fields of [{ entry_data: { square: 47 } }, { is_winner: true }]) {
      expectDenied(await member.from('game_entries').update(fields).eq('id', mine))
    }
    expectDeniedOrNothing(await member.from('game_entries').update({ winner_place: 1 }).eq('id', mine).select())
    expectDenied(await member.from('game_entries').delete().eq('id', mine))
    expect(await entries(id)).toMatchObject([{ entry_data: { square: 1 }, winner_place: null }])
  })
})

describe("others' entries", () => {
  it('show squares and photos at once, weights only when the game is completed', async () => {
    const { member, other, admin } = area
    const seen = async (id: string, who = other) =>
      expectAllowed(await who.from('game_entries').select('user_id').eq('game_id', id))
    const swim = await open()
    expectAllowed(await enter(swim, { entry_data: { square: 1 } }))
    expect(await seen(swim)).toHaveLength(1)
    const weight = await weighIn()
    expectAllowed(await enter(weight, { entry_data: { weight: 1 } }))
    expect(await seen(weight)).toEqual([])
    const embedded = await other.from('games').select('game_entries(entry_data)').eq('id', weight).single()
    expect(expectAllowed(embedded)).toEqual({ game_entries: [] })
    expect(await seen(weight, member)).toHaveLength(1)
    expect(await seen(weight, admin)).toHaveLength(1)
    await admin.from('games').update({ status: 'completed' }).eq('id', weight)
    expect(await seen(weight)).toHaveLength(1)
  })

  it('are counted, with their members’ names, while the weights are hidden', async () => {
    const { member, other } = area
    const id = await weighIn()
    expectAllowed(await enter(id, { entry_data: { weight: 1 } }))
    const card = await other.from('games').select('entry_count, latest_entrants').eq('id', id).single()
    const face = { username: member.user.username, avatar_url: '' }
    expect(expectAllowed(card)).toEqual({ entry_count: 1, latest_entrants: [{ id: member.user.id, ...face }] })
    expect(expectAllowed(await other.rpc('game_entrants', { game_id: id }))).toEqual([
      { user_id: member.user.id, ...face, by_team: false },
    ])
    expect((await guest(area.engine).rpc('game_entrants', { game_id: id })).error).not.toBeNull()
    expect((await guest(area.engine).from('games').select('latest_entrants')).error).not.toBeNull()
    const draft = await open({ status: 'draft' })
    expect(expectAllowed(await other.rpc('game_entrants', { game_id: draft }))).toEqual([])
    expect(expectAllowed(await other.from('games').select('latest_entrants').eq('id', draft))).toEqual([])
  })

  it('give the card the four newest entrants, newest first', async () => {
    const { admin, other } = area
    const id = await weighIn()
    const entrants = await Promise.all(Array.from({ length: 5 }, () => signUp(area.engine)))
    for (const entrant of entrants) expectAllowed(await enter(id, { entry_data: { weight: 1 } }, entrant))
    const newest = entrants.slice(1).reverse()
    const card = await other.from('games').select('entry_count, latest_entrants').eq('id', id).single()
    expect(expectAllowed(card)).toMatchObject({
      entry_count: 5,
      latest_entrants: newest.map(({ user }) => ({ id: user.id })),
    })
    await admin.from('games').update({ status: 'cancelled' }).eq('id', id)
    expect(expectAllowed(await other.from('games').select('latest_entrants').eq('id', id))).toEqual([])
  })
})
