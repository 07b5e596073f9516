import { afterAll, beforeAll, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { game } from './game-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

it('hides the number of entries of a hidden game, except from admins', async () => {
  const made = area.admin
    .from('games')
    .insert(game({ status: 'active' }))
    .select('id')
    .single()
  const { id } = expectAllowed(await made)
  const entry = { game_id: id, user_id: area.member.user.id, entry_data: { square: 4 } }
  expectAllowed(await area.member.from('game_entries').insert(entry))
  const count = (who = area.other) => who.rpc('entry_count', { game: { id } })
  expect(expectAllowed(await count())).toBe(1)
  expectAllowed(await area.admin.from('games').update({ status: 'cancelled' }).eq('id', id).select().single())
  expect(expectAllowed(await count())).toBe(0)
  expect(expectAllowed(await count(area.admin))).toBe(1)
  expectDenied(await guest(area.engine).rpc('entry_count', { game: { id } }))
})
