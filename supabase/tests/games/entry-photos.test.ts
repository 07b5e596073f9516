import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

/** An active carp of the week. */
const open = async () =>
  expectAllowed(
    await area.admin
      .from('games')
      .insert(game({ type: 'carp_of_week', status: 'active' }) as never)
      .select('id')
      .single(),
  ).id
/** A photo in it. @returns the entry. */
async function enter(game_id: string, who: Persona) {
  const photo_url = await area.file(who, 'game-photos')
  const entry = await who
    .from('game_entries')
    .insert({ game_id, user_id: who.user.id, photo_url } as never)
    .select('id')
    .single()
  return expectAllowed(entry).id
}
const remove = (entry_id: string, by: Pick<Persona, 'rpc'> = area.admin) => by.rpc('remove_entry_photo', { entry_id })
const stored = (id: string) => area.row('select photo_url, winner_place from public.game_entries where id = $1', [id])
/** Whether the store has a game's photo, and whether it waits to be removed. */
const file = (name: string | undefined) =>
  area.row(
    `select exists (select from storage.objects where bucket_id = 'game-photos' and name = $1) as stored,
       exists (select from private.unneeded_files where bucket_id = 'game-photos' and name = $1) as unneeded`,
    [name],
  )

it('a photo is removed by admins only', async () => {
  const entrant = await signUp(area.engine)
  const id = await enter(await open(), entrant)
  for (const persona of [guest(area.engine), entrant, area.member, area.suspended, service(area.engine)])
    expectDenied(await remove(id, persona))
  expect((await stored(id))?.photo_url).toBeTruthy()
  expect(expectAllowed(await remove(id))).toBe(true)
  expect(await stored(id)).toEqual({ photo_url: null, winner_place: null })
})

it('in an active game the place is freed with it, and another entry can have it', async () => {
  const gameId = await open()
  const [first, second] = [
    await enter(gameId, await signUp(area.engine)),
    await enter(gameId, await signUp(area.engine)),
  ]
  expectAllowed(await area.admin.from('game_entries').update({ winner_place: 1 }).eq('id', first).select('id').single())
  expect(expectAllowed(await remove(first))).toBe(true)
  expect(await stored(first)).toEqual({ photo_url: null, winner_place: null })
  expectAllowed(
    await area.admin.from('game_entries').update({ winner_place: 1 }).eq('id', second).select('id').single(),
  )
})

it('in a completed game place and points stay', async () => {
  const gameId = await open()
  const winner = await signUp(area.engine)
  const id = await enter(gameId, winner)
  expectAllowed(await area.admin.from('game_entries').update({ winner_place: 1 }).eq('id', id).select('id').single())
  await area.admin.from('games').update({ status: 'completed' }).eq('id', gameId).throwOnError()
  const points = () => area.row('select points from public.profiles where id = $1', [winner.user.id])
  const before = await points()
  expect(expectAllowed(await remove(id))).toBe(true)
  expect(await stored(id)).toEqual({ photo_url: null, winner_place: 1 })
  expect(await points()).toEqual(before)
})

it('is recorded once, repeating it does nothing, and the file is no longer needed', async () => {
  const entrant = await signUp(area.engine)
  const id = await enter(await open(), entrant)
  const name = String((await stored(id))?.photo_url).split('/game-photos/')[1]
  expect(await file(name)).toEqual({ stored: true, unneeded: false })
  expect(expectAllowed(await remove(id))).toBe(true)
  expect(expectAllowed(await remove(id))).toBe(false)
  const trail = await area.engine.owner.query(
    `select action, details from private.audit_log where subject_id = $1 and action = 'remove_photo'`,
    [entrant.user.id],
  )
  expect(trail).toEqual([{ action: 'remove_photo', details: { game: 'Where would you fish Withy Lake?' } }])
  // Listed, or removed by the engine already.
  expect(await file(name)).not.toEqual({ stored: true, unneeded: false })
})

it('the change is announced to members who have the game open', async () => {
  const gameId = await open()
  const id = await enter(gameId, await signUp(area.engine))
  await area.row('delete from private.live_pending')
  expectAllowed(await remove(id))
  const notes = await area.engine.owner.query(
    `select kind from private.live_pending where topic = 'games' and id = $1 order by kind`,
    [gameId],
  )
  expect(notes).toEqual([{ kind: 'entries' }, { kind: 'row' }])
})
