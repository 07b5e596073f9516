import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const make = async (fields: object = {}) =>
  expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active', ...fields }))
      .select()
      .single(),
  )
const entryOf = async (type: string) =>
  type === 'carp_of_week'
    ? { photo_url: await area.file(area.member, 'game-photos') }
    : { entry_data: type === 'pick_swim' ? { square: 5 } : { weight: 5 } }
/** A running game with one entry. */
const entered = async (fields: object = {}) => {
  const made = await make(fields)
  expectAllowed(
    await area.member
      .from('game_entries')
      .insert({ game_id: made.id, ...(await entryOf(made.type)) })
      .select(),
  )
  return made
}
const change = (id: string, fields: object) => area.admin.from('games').update(fields).eq('id', id).select().single()
const stored = (id: string) => area.row('select to_jsonb(g) as game from public.games as g where id = $1', [id])
const corrections = async (id: string) =>
  expectAllowed(await area.member.from('game_changes').select('changed, before').eq('game_id', id).order('created_at'))
const box = async () =>
  expectAllowed(await area.admin.from('prize_packages').insert({ name: 'Box' }).select('id').single()).id as string

describe('a running game with entries', () => {
  it('can be corrected in texts, picture, a later end, more points and a prize, and members see it', async () => {
    const carp = { type: 'carp_of_week', image_url: 'https://lakes.example/a.jpg' }
    const made = await entered({ ...carp, title: 'Crap of the week' })
    expectAllowed(await change(made.id, { title: 'Carp of the week', description: 'Any water.' }))
    expectAllowed(await change(made.id, { image_url: 'https://lakes.example/b.jpg', end_date: inHours(30) }))
    expectAllowed(await change(made.id, { first_place_points: 400, prize_package_id: await box() }))
    expect(await corrections(made.id)).toEqual([
      { changed: ['description', 'title'], before: { title: 'Crap of the week' } },
      { changed: ['end_date', 'image_url'], before: { end_date: made.end_date } },
      { changed: ['points', 'prize'], before: { first_place_points: 300 } },
    ])
    const trail = await area.admin
      .from('audit_log')
      .select('action')
      .eq('subject_id', made.id)
      .eq('action', 'edit_game')
    expect(expectAllowed(trail)).toHaveLength(3)
  })

  it.each([
    ['the start', { start_date: inHours(-3) }, 'GM006', 'The start cannot change once members have entered.'],
    ['an earlier end', { end_date: inHours(0.5) }, 'GM007', 'The end can only move later once members have entered.'],
    ['fewer points', { points_awarded: 99 }, 'GM009', 'Points can only rise once members have entered.'],
    [
      'fewer points on completion',
      { status: 'completed', points_awarded: 1 },
      'GM009',
      'Points can only rise once members have entered.',
    ],
    [
      'the lake photo',
      { image_url: 'https://lakes.example/other.jpg' },
      'GM011',
      'The lake photo cannot change once members have chosen squares on it.',
    ],
    [
      'the answer',
      { metadata: { winning_square: 5 } },
      'GM001',
      'the answer cannot be changed once members have entered',
    ],
  ])('keeps %s', async (_, fields, code, message) => {
    const made = await entered()
    const before = await stored(made.id)
    const refused = await change(made.id, { title: 'With another text', ...fields })
    expectError(refused, code)
    expect(refused.error?.message).toBe(message)
    expect(await stored(made.id)).toEqual(before)
    expect(await corrections(made.id)).toEqual([])
  })

  it('keeps its prize, whose package cannot be deleted, made inactive, emptied or reduced', async () => {
    const { admin } = area
    const first = await box()
    const item = async (fields: object) =>
      expectAllowed(
        await admin
          .from('prize_items')
          .insert({ package_id: first, quantity: 2, ...fields })
          .select('id')
          .single(),
      ).id as string
    const points = await item({ title: '5,000 points', type: 'points', points_value: 5000 })
    const rod = await item({ title: 'Rod', type: 'physical', retail_value: 400 })
    // One of two is left.
    await area.row('update public.prize_items set remaining_quantity = 1 where id = $1', [rod])
    const made = await entered({ prize_package_id: first })
    expectError(await change(made.id, { prize_package_id: await box() }), 'GM010')
    expectError(await change(made.id, { prize_package_id: null }), 'GM010')

    const promise = () =>
      area.row(
        `select jsonb_agg(to_jsonb(i) - 'updated_at' order by i.title) as items, to_jsonb(p) - 'updated_at' as package
          from public.prize_packages as p join public.prize_items as i on i.package_id = p.id
          where p.id = $1 group by p.id`,
        [first],
      )
    const before = await promise()
    const items = () => admin.from('prize_items')
    const packages = () => admin.from('prize_packages')
    const reductions = [
      () => items().update({ points_value: 1 }).eq('id', points).select(),
      () => items().update({ retail_value: 0.01 }).eq('id', rod).select(),
      () => items().update({ retail_value: null }).eq('id', rod).select(),
      () => items().update({ quantity: 1 }).eq('id', rod).select(),
      () => items().delete().eq('id', rod).select(),
      () => packages().update({ is_active: false }).eq('id', first).select(),
      () => packages().delete().eq('id', first).select(),
    ]
    for (const reduce of reductions) expectError(await reduce(), 'PZ011')
    expect(await promise()).toEqual(before)
    expect(await stored(made.id)).toMatchObject({ game: { prize_package_id: first } })

    // More is allowed, and everything again when the game is over.
    expectAllowed(await items().update({ points_value: 6000, quantity: 3 }).eq('id', points).select().single())
    expectAllowed(await packages().update({ is_active: true, name: 'Big box' }).eq('id', first).select().single())
    await item({ title: 'Reel', type: 'physical' })
    expectAllowed(await change(made.id, { status: 'cancelled' }))
    for (const reduce of reductions) expectAllowed(await reduce())
  })

  it('leaves one of each item for its winner, whoever is given others', async () => {
    const { admin, other } = area
    const first = await box()
    const add = (title: string, quantity: number) =>
      admin.from('prize_items').insert({ package_id: first, title, type: 'physical', quantity }).select('id').single()
    const item = async (title: string, quantity: number) => expectAllowed(await add(title, quantity)).id as string
    const rod = await item('Rod', 3)
    const prize = { prize_package_id: first, metadata: { winning_square: 5 } }
    const [made, second] = [await entered(prize), await entered(prize)]
    const give = (item_id: string) =>
      admin.from('prize_awards').insert({ item_id, user_id: other.user.id }).select('id').single()
    expectAllowed(await give(rod))
    // Two winners need two stickers.
    expectError(await add('Sticker', 1), 'PZ013')
    const sticker = await item('Sticker', 2)
    for (const refused of [
      await give(rod),
      await give(sticker),
      await admin.rpc('assign_prize_package', { package_id: first, user_id: other.user.id }),
    ])
      expectError(refused, 'PZ012')
    expect(await area.row('select remaining_quantity from public.prize_items where id = $1', [rod])).toEqual({
      remaining_quantity: 2,
    })
    const keep = (quantity: number) =>
      admin.from('prize_items').update({ quantity }).eq('id', sticker).select().single()
    expectError(await keep(1), 'PZ011')
    expectAllowed(await keep(3))
    expectAllowed(await keep(2))
    for (const { id } of [made, second]) {
      expectAllowed(await change(id, { status: 'completed' }))
      expect(await stored(id)).toMatchObject({ game: { metadata: { prize: 'awarded' } } })
    }
    expectAllowed(await admin.from('prize_items').update({ quantity: 4 }).eq('id', rod).select().single())
    expectAllowed(await give(rod))
  })

  it('goes to the winner of the game that was entered first, whichever is completed first', async () => {
    const { admin } = area
    const last = await box()
    expectAllowed(
      await admin
        .from('prize_items')
        .insert({ package_id: last, title: 'Rod', type: 'physical', quantity: 1 })
        .select('id')
        .single(),
    )
    const prize = { prize_package_id: last, metadata: { winning_square: 5 } }
    const [made, later] = [await entered(prize), await entered(prize)]
    expectAllowed(await change(later.id, { status: 'completed' }))
    expect(await stored(later.id)).toMatchObject({ game: { metadata: { prize: 'out of stock: Rod' } } })
    expectAllowed(await change(made.id, { status: 'completed' }))
    expect(await stored(made.id)).toMatchObject({ game: { metadata: { prize: 'awarded' } } })
  })

  it('shows members when the description of its prize changes', async () => {
    const { admin } = area
    const first = await box()
    const row = { package_id: first, title: 'Rod', type: 'physical' }
    const rod = expectAllowed(await admin.from('prize_items').insert(row).select('id').single()).id
    const told = async (id: string) =>
      expectAllowed(await area.member.from('game_changes').select('changed').eq('game_id', id)) as unknown[]
    const untold = await make({ prize_package_id: first })
    const made = await entered({ prize_package_id: first })
    const items = () => admin.from('prize_items')
    const packages = () => admin.from('prize_packages')
    expectAllowed(await items().update({ quantity: 5, title: 'Rod' }).eq('id', rod).select().single())
    expectAllowed(await packages().update({ is_active: true }).eq('id', first).select().single())
    expect(await told(made.id)).toEqual([])
    expectAllowed(await items().update({ title: 'Used float' }).eq('id', rod).select().single())
    expectAllowed(await packages().update({ name: 'A float' }).eq('id', first).select().single())
    expectAllowed(await items().insert({ package_id: first, title: 'Reel', type: 'physical' }).select().single())
    expect(await told(made.id)).toEqual(Array(3).fill({ changed: ['prize'] }))
    expect(await told(untold.id)).toEqual([])
  })

  it('does not bind the prize before the first entry', async () => {
    const first = await box()
    const made = await make({ prize_package_id: first })
    expectAllowed(await area.admin.from('prize_packages').delete().eq('id', first).select().single())
    expect(await stored(made.id)).toMatchObject({ game: { prize_package_id: null } })
  })

  it('cannot be reopened once its end has passed', async () => {
    const made = await entered()
    await area.row(`update public.games set end_date = now() - interval '1 minute' where id = $1`, [made.id])
    const refused = await change(made.id, { end_date: inHours(5) })
    expectError(refused, 'GM008')
    expect(refused.error?.message).toBe('A game whose end has passed cannot be opened again.')
    expectAllowed(await change(made.id, { title: 'Words are still put right' }))
  })

  it('can be corrected by admins only, and the list of corrections cannot be written', async () => {
    const made = await entered()
    for (const who of [area.member, area.suspended]) {
      await who.from('games').update({ title: 'Mine' }).eq('id', made.id)
      expectDenied(await who.from('game_changes').insert({ game_id: made.id, changed: ['title'] }))
    }
    expectAllowed(await change(made.id, { title: 'Corrected' }))
    for (const who of [area.member, area.admin]) {
      expectDenied(
        await who
          .from('game_changes')
          .update({ changed: ['prize'] })
          .eq('game_id', made.id)
          .select(),
      )
      expectDenied(await who.from('game_changes').delete().eq('game_id', made.id).select())
    }
    expectDenied(await guest(area.engine).from('game_changes').select())
    expect(await corrections(made.id)).toEqual([{ changed: ['title'], before: { title: made.title } }])
  })

  it('hides its corrections once cancelled, and deletes them with the game', async () => {
    const made = await entered()
    expectAllowed(await change(made.id, { title: 'Corrected' }))
    expectAllowed(await change(made.id, { status: 'cancelled' }))
    expect(await corrections(made.id)).toEqual([])
    expectAllowed(await area.admin.from('games').delete().eq('id', made.id).select().single())
    expect(await area.row('select from public.game_changes where game_id = $1', [made.id])).toBeUndefined()
  })
})

it('a running game without entries can be changed without a correction', async () => {
  const made = await make()
  const fields = {
    start_date: inHours(-3),
    end_date: inHours(0.5),
    points_awarded: 10,
    metadata: { winning_square: 3 },
  }
  expectAllowed(await change(made.id, fields))
  expect(await corrections(made.id)).toEqual([])
})

it('an entry and a change of what it depends on at the same moment run one after the other', async () => {
  for (let round = 0; round < 5; round++) {
    const made = await make()
    const [entry, lower] = await Promise.all([
      area.member
        .from('game_entries')
        .insert({ game_id: made.id, entry_data: { square: 5 } })
        .select('created_at')
        .single(),
      change(made.id, { points_awarded: 1 }),
    ])
    expect(entry.error).toBeNull()
    const game_ = (await stored(made.id))?.game
    if (lower.error) expect([lower.error.code, game_]).toMatchObject(['GM009', { points_awarded: 100 }])
    else expect(game_).toMatchObject({ points_awarded: 1 })
  }
})
