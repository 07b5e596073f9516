import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Persona } from '../../../test-support/personas.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
  await area.scaleLimits(0.1)
})
afterAll(() => area.engine.close())

const edit = (who: Persona, table: string, id: string, fields: object) =>
  who.from(table).update(fields).eq('id', id).select('id')

it('a member can change posts and comments 60 times in 5 minutes, an admin without limit', async () => {
  const { member, admin } = area
  const post = expectAllowed(await member.from('newsfeed_posts').insert({ content: 'one' }).select().single())
  const comment = expectAllowed(
    await member.from('newsfeed_comments').insert({ post_id: post.id, content: 'two' }).select().single(),
  )
  for (let n = 0; n < 3; n++) {
    expect(expectAllowed(await edit(member, 'newsfeed_posts', post.id, { content: `one ${n}` }))).toHaveLength(1)
    expect(expectAllowed(await edit(member, 'newsfeed_comments', comment.id, { content: `two ${n}` }))).toHaveLength(1)
  }
  expectError(await edit(member, 'newsfeed_posts', post.id, { content: 'once more' }), 'PT429')
  expectError(await edit(member, 'newsfeed_comments', comment.id, { content: 'once more' }), 'PT429')
  expect((await area.row('select content from public.newsfeed_posts where id = $1', [post.id]))?.content).toBe('one 2')
  for (let n = 0; n < 8; n++)
    expect(expectAllowed(await edit(admin, 'newsfeed_posts', post.id, { content: `milder ${n}` }))).toHaveLength(1)
})

it('a member can change the profile 60 times in 5 minutes, and changes caused by others do not count', async () => {
  const { member, other, admin } = area
  for (let n = 0; n < 6; n++)
    expect(expectAllowed(await edit(member, 'profiles', member.user.id, { bio: `bio ${n}` }))).toHaveLength(1)
  expectError(await edit(member, 'profiles', member.user.id, { bio: 'once more' }), 'PT429')
  const points = Array.from({ length: 8 }, () => ({ user_id: member.user.id, points_change: 1, reason: 'Helper' }))
  for (const row of points) expectAllowed(await admin.from('points_log').insert(row).select('id'))
  expect(expectAllowed(await edit(other, 'profiles', other.user.id, { bio: 'mine' }))).toHaveLength(1)
})

it('a member can change reactions 60 times in a minute, also if nothing of them changes', async () => {
  const { member, other } = area
  const post = expectAllowed(await other.from('newsfeed_posts').insert({ content: 'slow' }).select('id').single())
  expectAllowed(await member.from('newsfeed_reactions').insert({ post_id: post.id, reaction: 'fish' }).select('id'))
  const again = () =>
    member.from('newsfeed_reactions').update({ user_id: member.user.id }).eq('post_id', post.id).select('id')
  for (let n = 0; n < 6; n++) expect(expectAllowed(await again())).toHaveLength(1)
  expectError(await again(), 'PT429')
})

it('a member can send 500 identified requests in an hour, also if what they made is deleted at once, an admin more', async () => {
  const address = {
    full_name: 'Tom Alder',
    email: 'tom@example.com',
    address_line1: '220 W Water St',
    city: 'Syracuse',
    state: 'NY',
    postal_code: '13202',
    phone_number: '+1 315 555 0100',
  }
  const save = async (who: Persona, count: number) => {
    const rows = Array.from({ length: count }, () => ({ ...address, user_id: who.user.id, request_id: randomUUID() }))
    const answer = await who.from('shipping_addresses').insert(rows).select('id')
    expectAllowed(await who.from('shipping_addresses').delete().eq('user_id', who.user.id))
    return answer
  }
  for (const count of [20, 20, 10]) expect(expectAllowed(await save(area.other, count))).toHaveLength(count)
  expectError(await save(area.other, 1), 'PT429')
  for (const count of [20, 20, 11]) expect(expectAllowed(await save(area.admin, count))).toHaveLength(count)
})
