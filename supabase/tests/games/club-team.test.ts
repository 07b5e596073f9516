import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
/** An admin who creates no game, and so knows an answer only after viewing it. */
let second: Persona
beforeAll(async () => {
  area = await openMemberArea()
  second = await signUp(area.engine, { admin: true })
})
afterAll(() => area.engine.close())

const open = async (fields: object = {}) =>
  expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active', ...fields }))
      .select('id')
      .single(),
  ).id as string
const tryToEnter = (game_id: string, who: Persona, entry: object) =>
  who
    .from('game_entries')
    .insert({ game_id, user_id: who.user.id, ...entry })
    .select()
    .single()
const enter = async (game_id: string, who: Persona, entry: object) =>
  expectAllowed(await tryToEnter(game_id, who, entry))
const square = (number: number) => ({ entry_data: { square: number } })
const look = (game_id: string, who: Persona) => who.rpc('game_answer', { game_id })
const complete = async (id: string) =>
  expectAllowed(await area.admin.from('games').update({ status: 'completed' }).eq('id', id).select().single())
const setAdmin = (who: Persona, is_admin: boolean) =>
  area.row('update public.profiles set is_admin = $2 where id = $1', [who.user.id, is_admin])
const outcome = async (id: string) =>
  (
    await area.engine.owner.query(
      `select p.username, e.by_team, e.is_winner, e.winner_place,
          (select coalesce(sum(l.points_change), 0)::int from public.points_log as l
            where l.user_id = p.id and l.metadata ->> 'game_id' = $1) as points
        from public.game_entries as e join public.profiles as p on p.id = e.user_id where e.game_id = $1::uuid`,
      [id],
    )
  ).reduce<Record<string, unknown>>(
    (all, { username, ...rest }) => Object.assign(all, { [String(username)]: rest }),
    {},
  )
const TEAM = { by_team: true, is_winner: false, winner_place: null, points: 0 }
const WINNER = { by_team: false, is_winner: true, winner_place: 1, points: 100 }
const REFUSAL = 'You have seen the answer of this game, so you cannot enter it.'

describe('viewing a sealed answer', () => {
  const entriesOf = (id: string) =>
    area.engine.owner.query(
      `select actor_id, subject_kind, details from private.audit_log where action = 'view_answer' and subject_id = $1`,
      [id],
    )

  it('is recorded once for each admin and answer, without the answer, and appears in the audit trail', async () => {
    const id = await open({ metadata: { winning_square: 83 } })
    expect(await entriesOf(id)).toEqual([])
    for (let time = 0; time < 3; time++) expect(expectAllowed(await look(id, second))).toEqual({ winning_square: 83 })
    expect(await entriesOf(id)).toEqual([{ actor_id: second.user.id, subject_kind: 'game', details: {} }])
    expectAllowed(
      await area.admin
        .from('games')
        .update({ metadata: { winning_square: 84 } })
        .eq('id', id)
        .select(),
    )
    expectAllowed(await look(id, second))
    expectAllowed(await look(id, area.admin))
    expect(await entriesOf(id)).toHaveLength(3)
    const trail = await area.admin
      .from('audit_log')
      .select('actor_name')
      .eq('action', 'view_answer')
      .eq('subject_id', id)
    expect(expectAllowed(trail)).toContainEqual({ actor_name: second.user.username })
    expect(expectAllowed(await area.member.from('audit_log').select())).toEqual([])
  })

  it('is refused to members and then not recorded', async () => {
    const id = await open()
    expectDenied(await look(id, area.member))
    expect(await entriesOf(id)).toEqual([])
    expectAllowed(await tryToEnter(id, area.member, square(1)))
  })

  it('excludes the admin from the game, after a demotion too, but from no other game', async () => {
    const id = await open()
    const fellow = await signUp(area.engine, { admin: true })
    expectAllowed(await look(id, fellow))
    const refused = await tryToEnter(id, fellow, square(47))
    expectError(refused, 'GM013')
    expect(refused.error?.message).toBe(REFUSAL)
    await setAdmin(fellow, false)
    expectError(await tryToEnter(id, fellow, square(47)), 'GM013')
    await setAdmin(fellow, true)
    expectError(await tryToEnter(id, fellow, square(47)), 'GM013')
    expect(await outcome(id)).toEqual({})
    await setAdmin(fellow, false)
    await enter(await open(), fellow, square(47))
  })

  it('excludes an earlier entry from winning, also after a demotion', async () => {
    const id = await open()
    const fellow = await signUp(area.engine)
    await enter(id, fellow, square(47))
    await enter(id, area.member, square(47))
    await setAdmin(fellow, true)
    expectAllowed(await look(id, fellow))
    await setAdmin(fellow, false)
    await complete(id)
    expect(await outcome(id)).toEqual({ [fellow.user.username]: TEAM, [area.member.user.username]: WINNER })
  })

  it('is what keeps an entry out after a demotion; without it, an entry made before the promotion counts again', async () => {
    const [id, seen] = [await open(), await open()]
    const fellow = await signUp(area.engine)
    for (const game of [id, seen]) await enter(game, fellow, square(47))
    await setAdmin(fellow, true)
    expectAllowed(await look(seen, fellow))
    expect(await outcome(id)).toEqual({ [fellow.user.username]: TEAM })
    // Entered as an admin.
    const asAdmin = await open()
    await enter(asAdmin, fellow, square(47))
    await setAdmin(fellow, false)
    for (const game of [id, seen, asAdmin]) await complete(game)
    expect(await outcome(id)).toEqual({ [fellow.user.username]: WINNER })
    expect(await outcome(asAdmin)).toEqual({ [fellow.user.username]: TEAM })
    expect(await outcome(seen)).toEqual({ [fellow.user.username]: TEAM })
  })

  it('by a deleted account excludes accounts that its mailbox opens later, and none that existed before', async () => {
    const name = randomUUID()
    const rival = await signUp(area.engine, { email: `${name}@example.com` })
    const [first, next] = [await open({ type: 'guess_weight', metadata: { actual_weight: 20 } }), await open()]
    await enter(first, rival, { entry_data: { weight: 20 } })
    // Anyone can sign up with a spelling of the rival's address.
    const stooge = await signUp(area.engine, { email: `${name}+x@example.com` })
    const promote = (is_admin: boolean) =>
      area.admin.from('profiles').update({ is_admin }).eq('id', stooge.user.id).select('id').single()
    expectAllowed(await promote(true))
    for (const id of [first, next]) expectAllowed(await look(id, stooge))
    expectAllowed(await promote(false))
    expect(expectAllowed(await stooge.rpc('delete_own_account', { password: stooge.user.password }))).toBe(true)
    await enter(next, rival, square(47))
    for (const id of [first, next]) await complete(id)
    expect(await outcome(first)).toEqual({ [rival.user.username]: WINNER })
    expect(await outcome(next)).toEqual({ [rival.user.username]: WINNER })

    const third = await open()
    const again = await signUp(area.engine, { admin: true, email: `${name}+y@example.com` })
    expectAllowed(await look(third, again))
    await setAdmin(again, false)
    expect(expectAllowed(await again.rpc('delete_own_account', { password: again.user.password }))).toBe(true)
    const later = await signUp(area.engine, { email: `${name}+z@example.com` })
    expectError(await tryToEnter(third, later, square(3)), 'GM013')
  })

  it('has no effect once the game is completed', async () => {
    const id = await open()
    await complete(id)
    expect(expectAllowed(await look(id, second))).toEqual({ winning_square: 47 })
    expect(await entriesOf(id)).toEqual([])
  })
})

it('counts an admin who sets or changes the answer as knowing it', async () => {
  const made = await open()
  expectError(await tryToEnter(made, area.admin, square(1)), 'GM013')
  const changed = await open()
  expectAllowed(
    await second
      .from('games')
      .update({ metadata: { winning_square: 3 } })
      .eq('id', changed)
      .select()
      .single(),
  )
  expectError(await tryToEnter(changed, second, square(1)), 'GM013')
  // The texts alone reveal nothing about the answer.
  const worded = await open()
  expectAllowed(await second.from('games').update({ title: 'Reworded' }).eq('id', worded).select().single())
  expectAllowed(await tryToEnter(worded, second, square(1)))
})

describe('an entry of the club team', () => {
  it('is marked by the database, whatever is sent, and every member sees the mark', async () => {
    const id = await open()
    await enter(id, second, square(5))
    await enter(id, area.member, square(6))
    const seen = await area.other.from('game_entries').select('user_id, by_team').eq('game_id', id).order('created_at')
    expect(expectAllowed(seen)).toEqual([
      { user_id: second.user.id, by_team: true },
      { user_id: area.member.user.id, by_team: false },
    ])
    const hidden = await open({ type: 'guess_weight', metadata: { actual_weight: 10 } })
    await enter(hidden, second, { entry_data: { weight: 3 } })
    await enter(hidden, area.member, { entry_data: { weight: 4 } })
    expect(expectAllowed(await area.other.rpc('game_entrants', { game_id: hidden }))).toMatchObject([
      { user_id: area.member.user.id, by_team: false },
      { user_id: second.user.id, by_team: true },
    ])
    expect(JSON.stringify((await area.other.rpc('game_entrants', { game_id: hidden })).data)).not.toContain('weight')
  })

  it('tells nothing to those who try to enter in its name', async () => {
    const id = await open()
    const sent = () => area.member.from('game_entries').insert({ game_id: id, user_id: second.user.id, ...square(5) })
    const before = await sent()
    expectDenied(before)
    expectAllowed(await look(id, second))
    expect(await sent()).toEqual(before)
    expect(await outcome(id)).toEqual({})
  })

  it('cannot be unmarked', async () => {
    const id = await open()
    await tryToEnter(id, second, { ...square(5), by_team: false })
    expect((await outcome(id))[second.user.username]).not.toMatchObject({ by_team: false })
    const entry = (await tryToEnter(id, area.member, square(5))).data
    expectDenied(await area.admin.from('game_entries').update({ by_team: true }).eq('id', entry?.id).select())
  })

  it('never wins a guess; the closest of the others does', async () => {
    const id = await open({ type: 'guess_weight', metadata: { actual_weight: 20 } })
    await enter(id, second, { entry_data: { weight: 20 } })
    await enter(id, area.member, { entry_data: { weight: 21 } })
    await enter(id, area.other, { entry_data: { weight: 25 } })
    await complete(id)
    expect(await outcome(id)).toMatchObject({ [second.user.username]: TEAM, [area.member.user.username]: WINNER })
  })

  it('never wins a square, not even as the only entry on it', async () => {
    const id = await open()
    await enter(id, second, square(47))
    await enter(id, area.member, square(46))
    const done = await complete(id)
    expect(done.metadata.winning_square).toBe(47)
    expect(await outcome(id)).toMatchObject({
      [second.user.username]: TEAM,
      [area.member.user.username]: { is_winner: false, points: 0 },
    })
  })

  it('gets no place in a carp of the week, but a member does', async () => {
    const id = await open({ type: 'carp_of_week' })
    const photo = async (who: Persona) =>
      (await enter(id, who, { photo_url: await area.file(who, 'game-photos') })).id as string
    const [team, member] = [await photo(second), await photo(area.member)]
    const place = (entry: string) =>
      area.admin.from('game_entries').update({ winner_place: 1 }).eq('id', entry).select('id').single()
    const refused = await place(team)
    expectError(refused, 'GM014')
    expect(refused.error?.message).toBe('Entries of the club team take no place.')
    expectAllowed(await place(member))
    await complete(id)
    expect(await outcome(id)).toEqual({
      [second.user.username]: TEAM,
      [area.member.user.username]: { ...WINNER, points: 300 },
    })
  })

  it('includes what a member entered before becoming an admin, until a demotion before the end of the game', async () => {
    const rising = await signUp(area.engine)
    const [swim, carp] = [await open(), await open({ type: 'carp_of_week' })]
    await enter(swim, rising, square(47))
    const photo = await enter(carp, rising, { photo_url: await area.file(rising, 'game-photos') })
    expectAllowed(
      await area.admin.from('game_entries').update({ winner_place: 1 }).eq('id', photo.id).select().single(),
    )
    expectAllowed(
      await area.admin.from('profiles').update({ is_admin: true }).eq('id', rising.user.id).select('id').single(),
    )
    expect(await outcome(carp)).toEqual({ [rising.user.username]: TEAM })
    await setAdmin(rising, false)
    await complete(swim)
    await complete(carp)
    expect(await outcome(swim)).toEqual({ [rising.user.username]: WINNER })
    // The place was lost, and nobody chose it again.
    expect(await outcome(carp)).toEqual({ [rising.user.username]: { ...TEAM, by_team: false } })
  })

  it('is not made of a rival’s entry before the game is completed, by any admin', async () => {
    const rising = await signUp(area.engine)
    const id = await open({ type: 'guess_weight', metadata: { actual_weight: 20 } })
    await enter(id, rising, { entry_data: { weight: 20 } })
    await enter(id, area.member, { entry_data: { weight: 25 } })
    const promote = (is_admin: boolean) =>
      area.admin.from('profiles').update({ is_admin }).eq('id', rising.user.id).select('id').single()
    const finish = (who: Persona) =>
      who.from('games').update({ status: 'completed' }).eq('id', id).select('status').single()
    expectAllowed(await promote(true))
    for (const who of [area.admin, second]) expectError(await finish(who), 'GM016')
    expect(await outcome(id)).toMatchObject({ [area.member.user.username]: { is_winner: false, points: 0 } })
    expectAllowed(await promote(false))
    expectAllowed(await finish(area.admin))
    expect(await outcome(id)).toMatchObject({
      [rising.user.username]: WINNER,
      [area.member.user.username]: { is_winner: false, points: 0 },
    })
  })

  it('is left out when its owner has seen the answer since', async () => {
    const rising = await signUp(area.engine)
    const [id, carp] = [await open(), await open({ type: 'carp_of_week' })]
    await enter(id, rising, square(47))
    await enter(carp, rising, { photo_url: await area.file(rising, 'game-photos') })
    expectAllowed(
      await area.admin.from('profiles').update({ is_admin: true }).eq('id', rising.user.id).select('id').single(),
    )
    expectAllowed(await look(id, rising))
    await complete(id)
    // Its places are chosen by admins in any case.
    await complete(carp)
    for (const game of [id, carp]) expect(await outcome(game)).toEqual({ [rising.user.username]: TEAM })
    await setAdmin(rising, false)
  })

  it('is left out when its owner is the only admin who is not suspended', async () => {
    const rising = await signUp(area.engine)
    const id = await open()
    await enter(id, rising, square(47))
    await setAdmin(rising, true)
    const others = await area.engine.owner.query<{ id: string }>(
      'update profiles set is_admin = false where is_admin and id <> $1 returning id',
      [rising.user.id],
    )
    const finished = await rising.from('games').update({ status: 'completed' }).eq('id', id).select('id').single()
    await area.engine.owner.query('update profiles set is_admin = true where id = any($1)', [
      others.map((admin) => admin.id),
    ])
    expectAllowed(finished)
    expect(await outcome(id)).toEqual({ [rising.user.username]: TEAM })
    await setAdmin(rising, false)
  })

  it('does not change the results of games completed before', async () => {
    const rising = await signUp(area.engine)
    const id = await open()
    await enter(id, rising, square(47))
    await complete(id)
    await setAdmin(rising, true)
    expect(await outcome(id)).toEqual({ [rising.user.username]: WINNER })
    await setAdmin(rising, false)
  })

  it('is not the entry of a demoted admin who never knew the answer', async () => {
    const former = await signUp(area.engine, { admin: true })
    await setAdmin(former, false)
    const id = await open()
    await enter(id, former, square(47))
    await complete(id)
    expect(await outcome(id)).toEqual({ [former.user.username]: WINNER })
  })

  it('does not get the prize; the earliest member does', async () => {
    const { admin } = area
    const box = expectAllowed(await admin.from('prize_packages').insert({ name: 'Box' }).select('id').single())
    const item = { package_id: box.id, title: 'Alarm', type: 'physical', quantity: 3 }
    expectAllowed(await admin.from('prize_items').insert(item).select())
    const id = await open({ prize_package_id: box.id })
    for (const who of [second, area.member, area.other]) await enter(id, who, square(47))
    expect((await complete(id)).metadata.prize).toBe('awarded')
    expect(await area.engine.owner.query('select user_id from public.prize_awards')).toEqual([
      { user_id: area.member.user.id },
    ])
  })

  it('results from a promotion at the same moment as the entry, whichever is first', async () => {
    for (let round = 0; round < 8; round++) {
      const rising = await signUp(area.engine)
      const id = await open()
      await Promise.all([
        enter(id, rising, square(47)),
        area.admin.from('profiles').update({ is_admin: true }).eq('id', rising.user.id).select('id').single(),
      ])
      expect(await outcome(id)).toEqual({ [rising.user.username]: TEAM })
      await setAdmin(rising, false)
    }
  })
})
