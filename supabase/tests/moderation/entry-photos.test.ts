import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { hearLive } from '../support/live-messages.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { caseOf, decide, joined, reopen, report } from './case.ts'

// Photos of game entries: reported, hidden and shown again. The entry itself stays as it was sent.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const SHOWN = '/storage/v1/object/public/game-photos/'
const insertGame = async (values: object) =>
  expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ status: 'active', ...values }) as never)
      .select('id')
      .single(),
  ).id
const openGame = () => insertGame({ type: 'carp_of_week', title: 'Best carp' })

interface Entered {
  entrant: Persona
  gameId: string
  id: string
  url: string
}
/** A photo in a carp of the week. */
async function enter(who?: Persona, game_id?: string): Promise<Entered> {
  const entrant = who ?? (await signUp(area.engine))
  const gameId = game_id ?? (await openGame())
  const photo_url = await area.file(entrant, 'game-photos')
  const made = await entrant
    .from('game_entries')
    .insert({ game_id: gameId, user_id: entrant.user.id, photo_url } as never)
    .select('id, photo_url')
    .single()
  const { id, photo_url: url } = expectAllowed(made) as { id: string; photo_url: string }
  expect(url.startsWith(SHOWN)).toBe(true)
  return { entrant, gameId, id, url }
}
const send = (who: Pick<Persona, 'rpc'>, subject_id: string, more: object = {}) =>
  report(who, { kind: 'entry', subject_id, reason: 'offensive', ...more })
const stored = (id: string) =>
  area.row(
    'select user_id, entry_data, photo_url, winner_place, is_winner, created_at from public.game_entries where id = $1',
    [id],
  )
const photoFor = async (who: Persona, id: string) =>
  expectAllowed(await who.from('game_entries').select('photo_url').eq('id', id).single()).photo_url
const place = (id: string, winner_place: number | null) =>
  area.admin.from('game_entries').update({ winner_place }).eq('id', id).select('id').single().throwOnError()
const takeDown = (entry_id: string) => area.admin.rpc('remove_entry_photo', { entry_id })
const complete = (id: string) =>
  area.admin.from('games').update({ status: 'completed' }).eq('id', id).select('id').single().throwOnError()
/** Whether something keeps the file, and whether the sweep would remove it. */
const file = async (url: string) => {
  const name = url.slice(SHOWN.length)
  const found = await area.row(
    `select private.is_named_file('game-photos', $1) as named, exists (
      select from private.unneeded_files as u where u.name = $1 and u.since <= now()
        and not private.is_named_file(u.bucket_id, u.name)) as "left"`,
    [name],
  )
  return found as { named: boolean; left: boolean }
}
const tend = () => area.row('select private.tend_reports()')
const decidedAgo = (subjectId: string, days: number) =>
  area.row(
    'update private.report_cases set decided_at = now() - make_interval(secs => $2 * 86400.0) where subject_id = $1',
    [subjectId, days],
  )
const hideByReports = async (id: string) => {
  for (const reporter of await joined(area, 8, 3)) expectAllowed(await send(reporter, id))
}

describe('a report of an entry’s photo', () => {
  it('is sent by members who see the photo, once; not by guests, suspended members or the entrant', async () => {
    const { entrant, id } = await enter()
    expectDenied(await send(guest(area.engine), id))
    expectError(await send(area.suspended, id), 'RP003')
    expectError(await send(entrant, id), 'RP002')
    expect(await area.row('select count(*)::int as n from private.reports where subject_id = $1', [id])).toEqual({
      n: 0,
    })
    expectAllowed(await send(area.member, id))
    expectError(await send(area.member, id), 'RP001')
    expectAllowed(await send(area.other, id, { reason: 'cheating' }))
    expect(await area.row('select count(*)::int as n from private.reports where subject_id = $1', [id])).toEqual({
      n: 2,
    })
  })

  it('is about a photo that is there: not a square, a guess, a draft, or a photo that was taken down', async () => {
    const swims = await insertGame({ type: 'pick_swim', metadata: { winning_square: 4 } })
    const square = expectAllowed(
      await area.other
        .from('game_entries')
        .insert({ game_id: swims, entry_data: { square: 3 } } as never)
        .select('id')
        .single(),
    ).id
    expectError(await send(area.member, square), 'PT404')
    const cancelled = await enter()
    await area.admin.from('games').update({ status: 'cancelled' }).eq('id', cancelled.gameId).throwOnError()
    expectError(await send(area.member, cancelled.id), 'PT404')
    const down = await enter()
    expectAllowed(await takeDown(down.id))
    expectError(await send(area.member, down.id), 'PT404')
    expectAllowed(await send(area.member, (await enter()).id))
  })

  it('shows the team the photo with its game, and keeps the file when the photo is taken down', async () => {
    const { entrant, gameId, id, url } = await enter()
    expectAllowed(await send(area.member, id, { words: 'Not a carp' }))
    const found = await caseOf(area, id)
    expect(found).toMatchObject({
      kind: 'entry',
      author_id: entrant.user.id,
      username: entrant.user.username,
      excerpt: 'Best carp',
      is_hidden: false,
      pictures: [url],
      now: { image_url: url, path: `/games/${gameId}` },
      game: { title: 'Best carp', path: `/games/${gameId}`, status: 'active', place: null },
      reported: [{ reason: 'offensive', words: 'Not a carp' }],
    })
    const listed = expectAllowed(await area.admin.rpc('report_queue', { size: 100 })) as { subject_id: string }[]
    expect(listed.find((row) => row.subject_id === id)).toMatchObject({ kind: 'entry', excerpt: 'Best carp' })
    expectDenied(await area.member.rpc('report_case', { id: found.id }))
    expectAllowed(await takeDown(id))
    await tend()
    expect(await file(url)).toEqual({ named: true, left: false })
    expect(await caseOf(area, id)).toMatchObject({ pictures: [url], now: { image_url: null }, is_hidden: false })
    // What the admin saw was still there.
    const { id: case_id, version } = found
    expectError(
      await area.admin.rpc('decide_report', { id: case_id, seen: version, shown: found.shown, decision: 'dismiss' }),
      'RP008',
    )
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect((await stored(id))?.photo_url).toBeNull()
    await tend()
    expect(await file(url)).toMatchObject({ named: false })
  })
})

describe('a decision about an entry’s photo', () => {
  it('hides it from everyone and shows it again when it is undone; the entry stays as it was', async () => {
    const { entrant, id, url, gameId } = await enter()
    const before = await stored(id)
    expectAllowed(await send(area.member, id))
    const live = await hearLive(area.engine)
    await live.flushed()
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    const said = (await live.flushed()).filter(({ topic }) => topic === 'games')
    await live.close()
    expect(said).toEqual([{ topic: 'games', message: { changed: [gameId], gone: [], entries: { [gameId]: 1 } } }])
    expect(await stored(id)).toEqual({ ...before, photo_url: null })
    for (const reader of [entrant, area.other, area.admin]) expect(await photoFor(reader, id)).toBeNull()
    await tend()
    expect(await file(url)).toEqual({ named: true, left: false })
    expect(await caseOf(area, id)).toMatchObject({ is_hidden: true, can_undo: true, now: { image_url: url } })
    expectError(await send(area.other, id), 'PT404')
    expectAllowed(await reopen(area, id))
    expect(await stored(id)).toEqual(before)
    expect(await photoFor(area.other, id)).toBe(url)
    expect(await caseOf(area, id)).toMatchObject({ is_hidden: false, decision: null })
    const trail = await area.engine.owner.query(
      `select action, details, actor_id from private.audit_log where subject_id = $1 order by created_at, action`,
      [entrant.user.id],
    )
    expect(trail).toEqual([
      { action: 'decide_report', details: { kind: 'entry', decision: 'hide' }, actor_id: area.admin.user.id },
      { action: 'reopen_report', details: { kind: 'entry', decision: 'hide' }, actor_id: area.admin.user.id },
    ])
  })

  it('hides, dismisses, warns or suspends, but does not remove; and only an admin decides', async () => {
    const { entrant, id, url } = await enter()
    expectAllowed(await send(area.member, id))
    expectDenied(await decide(area, id, { decision: 'hide' }, area.other))
    expectDenied(await decide(area, id, { decision: 'hide' }, entrant))
    expectError(await decide(area, id, { decision: 'remove' }), '22023')
    expect((await stored(id))?.photo_url).toBe(url)
    expectAllowed(await decide(area, id, { decision: 'warn', reason: 'Not yours' }))
    expect((await stored(id))?.photo_url).toBe(url)
    expectAllowed(await reopen(area, id))
    expectAllowed(await decide(area, id, { decision: 'suspend', reason: 'Not yours', days: 7, hides: true }))
    expect((await stored(id))?.photo_url).toBeNull()
    const isSuspended = async () =>
      (await area.row('select is_suspended from public.profiles where id = $1', [entrant.user.id]))?.is_suspended
    expect(await isSuspended()).toBe(true)
    expectAllowed(await reopen(area, id))
    expect((await stored(id))?.photo_url).toBe(url)
    expect(await isSuspended()).toBe(false)
  })

  it('takes the chosen place of an active game with the photo, and returns it if it is still free', async () => {
    const first = await enter()
    const second = await enter(undefined, first.gameId)
    await place(first.id, 1)
    expectAllowed(await send(area.member, first.id))
    expect(await caseOf(area, first.id)).toMatchObject({ game: { place: 1 } })
    expectAllowed(await decide(area, first.id, { decision: 'hide' }))
    expect(await stored(first.id)).toMatchObject({ photo_url: null, winner_place: null })
    expectAllowed(await reopen(area, first.id))
    expect(await stored(first.id)).toMatchObject({ photo_url: first.url, winner_place: 1 })
    expectAllowed(await decide(area, first.id, { decision: 'hide' }))
    await place(second.id, 1)
    expectAllowed(await reopen(area, first.id))
    expect(await stored(first.id)).toMatchObject({ photo_url: first.url, winner_place: null })
    expect(await stored(second.id)).toMatchObject({ winner_place: 1 })
  })

  it('leaves the result of a completed game, before and after the undoing', async () => {
    const { id, gameId, url } = await enter()
    await place(id, 1)
    expectAllowed(await send(area.member, id))
    await complete(gameId)
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expect(await stored(id)).toMatchObject({ photo_url: null, winner_place: 1, is_winner: true })
    expectAllowed(await reopen(area, id))
    expect(await stored(id)).toMatchObject({ photo_url: url, winner_place: 1, is_winner: true })
  })

  it('that took a place does not give it back in a game that was completed since', async () => {
    const { id, gameId, url } = await enter()
    await place(id, 1)
    expectAllowed(await send(area.member, id))
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    await complete(gameId)
    expectAllowed(await reopen(area, id))
    expect(await stored(id)).toMatchObject({ photo_url: url, winner_place: null, is_winner: false })
  })

  it('releases the file when it can no longer be undone', async () => {
    const { id, url } = await enter()
    expectAllowed(await send(area.member, id))
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    await decidedAgo(id, 89.9)
    await tend()
    expect(await file(url)).toEqual({ named: true, left: false })
    await decidedAgo(id, 90.1)
    await tend()
    expect(await file(url)).toMatchObject({ named: false })
    expectError(await reopen(area, id), 'RP005')
    expect((await stored(id))?.photo_url).toBeNull()
  })
})

describe('three reporters', () => {
  it('hide a photo until the decision, and leave the place; a dismissal shows it again', async () => {
    const { id, url } = await enter()
    await place(id, 2)
    await hideByReports(id)
    expect(await stored(id)).toMatchObject({ photo_url: null, winner_place: 2 })
    const found = await caseOf(area, id)
    expect(found).toMatchObject({ is_hidden: true, hidden_by_reports: true, reports: 3, now: { image_url: url } })
    // A decision that hides keeps it hidden and takes the place; undone, it is as it was before.
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expect(await stored(id)).toMatchObject({ photo_url: null, winner_place: null })
    expectAllowed(await reopen(area, id))
    expect(await stored(id)).toMatchObject({ photo_url: null, winner_place: 2 })
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect(await stored(id)).toMatchObject({ photo_url: url, winner_place: 2 })
    expectAllowed(await reopen(area, id))
    expect((await stored(id))?.photo_url).toBeNull()
  })

  it('do not hide a photo of an admin, nor count while they are new', async () => {
    const { id, url } = await enter()
    for (const reporter of await joined(area, 6, 3)) expectAllowed(await send(reporter, id))
    expect((await stored(id))?.photo_url).toBe(url)
    const team = await enter(area.admin)
    await hideByReports(team.id)
    expect((await stored(team.id))?.photo_url).toBe(team.url)
  })
})

describe('when the entry or its entrant is deleted', () => {
  it('the case of a deleted game keeps the photo, and its decision brings nothing back', async () => {
    const { id, gameId, url } = await enter()
    await hideByReports(id)
    await area.admin.from('games').delete().eq('id', gameId).select('id').single().throwOnError()
    await tend()
    expect(await file(url)).toEqual({ named: true, left: false })
    expect(await caseOf(area, id)).toMatchObject({
      now: null,
      game: null,
      is_hidden: false,
      pictures: [url],
      excerpt: '',
    })
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    await tend()
    expect(await file(url)).toMatchObject({ named: false })
  })

  it('a hidden photo is deleted with the account, and is not put back into the completed game', async () => {
    const { entrant, id, gameId, url } = await enter()
    await place(id, 1)
    expectAllowed(await send(area.member, id))
    await complete(gameId)
    expectAllowed(await decide(area, id, { decision: 'hide' }))
    expect(expectAllowed(await entrant.rpc('delete_own_account', { password: entrant.user.password }))).toBe(true)
    expect(await file(url)).toMatchObject({ named: false })
    expectAllowed(await reopen(area, id))
    expect(await stored(id)).toMatchObject({ user_id: null, photo_url: null, winner_place: 1 })
  })

  it('an open case about it waits for the decision with the photo, which stays hidden', async () => {
    const { entrant, id, gameId, url } = await enter()
    await complete(gameId)
    await hideByReports(id)
    expect(expectAllowed(await entrant.rpc('delete_own_account', { password: entrant.user.password }))).toBe(true)
    expect(await file(url)).toMatchObject({ named: true })
    expectAllowed(await decide(area, id, { decision: 'dismiss' }))
    expect(await stored(id)).toMatchObject({ user_id: null, photo_url: null })
  })

  it('a case of reporters who all left at once is closed, and the photo is shown again', async () => {
    const { id, url } = await enter()
    const reporters = await joined(area, 8, 3)
    for (const reporter of reporters) expectAllowed(await send(reporter, id))
    expect((await stored(id))?.photo_url).toBeNull()
    for (const who of reporters)
      expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
    await tend()
    expect(await area.row('select decision from private.report_cases where subject_id = $1', [id])).toEqual({
      decision: 'gone',
    })
    expect((await stored(id))?.photo_url).toBe(url)
  })
})
