import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
let third: Persona
beforeAll(async () => {
  area = await openMemberArea()
  third = await signUp(area.engine)
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
const enter = async (game_id: string, who: Persona, entry: object) =>
  expectAllowed(
    await who
      .from('game_entries')
      .insert({ game_id, user_id: who.user.id, ...entry })
      .select()
      .single(),
  )
const complete = (id: string) => area.admin.from('games').update({ status: 'completed' }).eq('id', id).select().single()
const credits = (id: string) =>
  area.engine.owner.query(
    `select p.username, l.points_change from public.points_log as l join public.profiles as p on p.id = l.user_id
      where l.metadata ->> 'game_id' = $1 order by l.points_change desc, p.username collate "C"`,
    [id],
  )
const winners = async (id: string) =>
  (
    await area.engine.owner.query(
      `select p.username, e.winner_place from public.game_entries as e join public.profiles as p on p.id = e.user_id
        where e.game_id = $1 and e.is_winner order by e.winner_place, p.username collate "C"`,
      [id],
    )
  ).map((row) => [row.username, row.winner_place])
const names = (...who: Persona[]) => who.map((persona) => persona.user.username).sort()

describe('completing', () => {
  it('guess the weight: every entry at the smallest distance wins, above and below', async () => {
    const { member, other } = area
    const id = await open({ type: 'guess_weight', metadata: { actual_weight: 28.6, unit: 'lbs' }, points_awarded: 150 })
    await enter(id, member, { entry_data: { weight: 28.5 } })
    await enter(id, other, { entry_data: { weight: 28.7 } })
    await enter(id, third, { entry_data: { weight: 28.8 } })
    expectAllowed(await complete(id))
    expect(await winners(id)).toEqual(names(member, other).map((name) => [name, 1]))
    expect(await credits(id)).toEqual(names(member, other).map((username) => ({ username, points_change: 150 })))
  })

  it('pick a swim: every entry on the winning square wins, and there may be none', async () => {
    const { member, other } = area
    const id = await open({ metadata: { winning_square: 62 } })
    await enter(id, member, { entry_data: { square: 62 } })
    await enter(id, other, { entry_data: { square: 61 } })
    await enter(id, third, { entry_data: { square: 62 } })
    expectAllowed(await complete(id))
    expect(await winners(id)).toEqual(names(member, third).map((name) => [name, 1]))
    const lonely = await open({ metadata: { winning_square: 5 } })
    await enter(lonely, member, { entry_data: { square: 6 } })
    expectAllowed(await complete(lonely))
    expect(await winners(lonely)).toEqual([])
    expect(await credits(lonely)).toEqual([])
  })

  it('carp of the week: the places chosen by an admin are credited', async () => {
    const { member, other, admin, file } = area
    const id = await open({ type: 'carp_of_week' })
    const entry = async (who: Persona) => (await enter(id, who, { photo_url: await file(who, 'game-photos') })).id
    const [a, b, c] = [await entry(member), await entry(other), await entry(third)]
    const place = (entry_id: string, winner_place: number | null, who = admin) =>
      who.from('game_entries').update({ winner_place }).eq('id', entry_id).select()
    expectDeniedOrNothing(await place(a, 1, member))
    expectAllowed(await place(a, 1))
    expectAllowed(await place(b, 1))
    expectAllowed(await place(c, 3))
    const chosen = await admin
      .from('game_entries')
      .select('id, winner_place')
      .eq('game_id', id)
      .not('winner_place', 'is', null)
    expect(expectAllowed(chosen)).toEqual(
      expect.arrayContaining([
        { id: b, winner_place: 1 },
        { id: c, winner_place: 3 },
      ]),
    )
    expect(expectAllowed(chosen)).toHaveLength(2)
    expectError(await place(a, 4), '23514')
    expectAllowed(await complete(id))
    expect(await winners(id)).toEqual([
      [other.user.username, 1],
      [third.user.username, 3],
    ])
    expect(await credits(id)).toEqual([
      { username: other.user.username, points_change: 300 },
      { username: third.user.username, points_change: 100 },
    ])
    expectError(await place(a, 2), 'GM015')
  })

  it('places cannot be chosen in a guessing game', async () => {
    const id = await open()
    const entry = await enter(id, area.member, { entry_data: { square: 1 } })
    expectError(await area.admin.from('game_entries').update({ winner_place: 1 }).eq('id', entry.id), 'GM015')
  })

  it('many times at once credits once', async () => {
    const id = await open({ metadata: { winning_square: 9 } })
    await enter(id, area.member, { entry_data: { square: 9 } })
    await Promise.all(Array.from({ length: 20 }, () => complete(id)))
    expect(await credits(id)).toHaveLength(1)
  })

  it('while others enter leaves no entry without a result', async () => {
    const players = [area.member, area.other, area.suspended, third]
    for (let round = 0; round < 5; round++) {
      const id = await open({ metadata: { winning_square: 9 } })
      const guesses = players.map((who) =>
        who
          .from('game_entries')
          .insert({ game_id: id, entry_data: { square: 9 } })
          .select(),
      )
      const [done, ...answers] = await Promise.all([complete(id), ...guesses])
      expect(done?.error).toBeNull()
      const entered = answers.filter((answer) => answer.error === null).length
      expect([await winners(id), await credits(id)].map((list) => list.length)).toEqual([entered, entered])
    }
  })

  it('deleting a completed game keeps the points', async () => {
    const id = await open({ metadata: { winning_square: 9 } })
    await enter(id, area.member, { entry_data: { square: 9 } })
    expectAllowed(await complete(id))
    expectAllowed(await area.admin.from('games').delete().eq('id', id).select().single())
    expect(await credits(id)).toHaveLength(1)
  })
})

describe('the prize of a game', () => {
  async function box(quantity: number, is_active = true): Promise<string> {
    const { admin } = area
    const made = expectAllowed(await admin.from('prize_packages').insert({ name: 'Box', is_active }).select().single())
    const item = { package_id: made.id, title: 'Alarm', type: 'physical', quantity }
    expectAllowed(await admin.from('prize_items').insert(item).select())
    return made.id
  }
  const awarded = (package_id: string) =>
    area.engine.owner.query(
      `select a.user_id from public.prize_awards as a join public.prize_items as i on i.id = a.item_id
        where i.package_id = $1`,
      [package_id],
    )

  it('goes to the earliest entry in first place', async () => {
    const { member, other } = area
    const prize_package_id = await box(5)
    const id = await open({ metadata: { winning_square: 9 }, prize_package_id })
    await enter(id, other, { entry_data: { square: 9 } })
    await enter(id, member, { entry_data: { square: 9 } })
    expect(expectAllowed(await complete(id)).metadata.prize).toBe('awarded')
    expect(await awarded(prize_package_id)).toEqual([{ user_id: other.user.id }])
    const game_ = await member
      .from('games')
      .select('prize_packages(name), game_entries(is_winner)')
      .eq('id', id)
      .single()
    expect(expectAllowed(game_)).toMatchObject({ prize_packages: { name: 'Box' } })
  })

  it('does not block the completion when unavailable, and the reason is stored', async () => {
    const { member } = area
    const spent = await box(1)
    await area.row(`update public.prize_items set remaining_quantity = 0 where package_id = $1`, [spent])
    const cases = [
      [spent, 9, 'out of stock: Alarm'],
      [await box(1, false), 9, 'inactive'],
      [await box(1), 10, 'no winner'],
    ] as const
    for (const [prize_package_id, square, reason] of cases) {
      const id = await open({ metadata: { winning_square: 9 }, prize_package_id })
      await enter(id, member, { entry_data: { square } })
      expect(expectAllowed(await complete(id))).toMatchObject({ status: 'completed', metadata: { prize: reason } })
      expect(await awarded(prize_package_id)).toEqual([])
    }
  })
})
