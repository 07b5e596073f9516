import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

// What happens to points when a key is used again: after a lost answer, after the other party was deleted, by the same
// member and by another.

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())
beforeEach(() => area.givePoints(area.member, 100))

const balance = async (who: Persona) =>
  Number((await area.row('select points from public.profiles where id = $1', [who.user.id]))?.points)
const leave = async (who: Persona) =>
  expect(expectAllowed(await who.rpc('delete_own_account', { password: who.user.password }))).toBe(true)
const give = (from: Persona, to: Persona, points: number, rest: object = {}) =>
  from.from('point_gifts').insert({ from_user_id: from.user.id, to_user_id: to.user.id, points, ...rest } as never)

describe('a gift whose receiver was deleted', () => {
  it('frees no key: the giver cannot name one, and pays for every gift', async () => {
    const { member, other } = area
    const id = randomUUID()
    const received = await balance(other)
    for (let round = 0; round < 3; round++) {
      const throwAway = await signUp(area.engine)
      expectDenied(await give(member, throwAway, 1, { id }))
      expectAllowed(await give(member, throwAway, 1))
      await leave(throwAway)
      expectDenied(await give(member, other, 20, { id }))
    }
    expect([await balance(member), await balance(other)]).toEqual([97, received])
  })

  it('keeps its request ID: it cannot be sent again to another member', async () => {
    const { member, other } = area
    const request_id = randomUUID()
    const throwAway = await signUp(area.engine)
    expectAllowed(await give(member, throwAway, 1, { request_id }))
    await leave(throwAway)
    expectError(await give(member, other, 90, { request_id }), 'PT409')
    expect(await balance(member)).toBe(99)
  })

  it('stays in the giver’s history, without the name', async () => {
    const { member } = area
    const throwAway = await signUp(area.engine)
    expectAllowed(await give(member, throwAway, 7, { message: 'Tight lines' }))
    await leave(throwAway)
    const mine = member.from('point_gifts').select('to_user_id, points, message').eq('points', 7)
    expect(expectAllowed(await mine)).toEqual([{ to_user_id: null, points: 7, message: 'Tight lines' }])
    const data = expectAllowed(await member.rpc('my_data')) as { gifts: object[] }
    expect(data.gifts).toContainEqual(expect.objectContaining({ to: 'Deleted member', points: 7 }))
  })
})

describe('a request_id', () => {
  it('carries out a gift once, however often and however quickly it is sent', async () => {
    const { member, other } = area
    const request_id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => give(member, other, 5, { request_id })))
    const codes = answers.map(({ error }) => error?.code ?? 'taken').sort()
    expect(codes).toEqual([...Array.from({ length: 19 }, () => 'PT409'), 'taken'])
    expect(answers.find(({ error }) => error)?.status).toBe(409)
    expect(await balance(member)).toBe(95)
  })

  it('returns the row that it created, to its owner only', async () => {
    const { member, other } = area
    const request_id = randomUUID()
    const made = expectAllowed(await give(member, other, 5, { request_id }).select('id, request_id').single())
    expect(made.request_id).toBeNull()
    const row = (who: Persona) => who.rpc('request_row', { request_id })
    expect(expectAllowed(await row(member))).toBe(made.id)
    for (const who of [other, area.admin]) expect((await row(who)).data).toBeNull()
    for (const who of [member, other, area.admin]) {
      const seen = who.from('point_gifts').select('request_id').eq('id', made.id)
      expect(expectAllowed(await seen)).toEqual([{ request_id: null }])
    }
  })

  it('belongs to one owner: another member may use the same one', async () => {
    const { member, other } = area
    const request_id = randomUUID()
    await area.givePoints(other, 10)
    expectAllowed(await give(member, other, 1, { request_id }))
    expectAllowed(await give(other, member, 1, { request_id }))
  })

  it('can be used again when its attempt was refused', async () => {
    const { member, other } = area
    const request_id = randomUUID()
    expectError(await give(member, other, 101, { request_id }), 'GF001')
    expectAllowed(await give(member, other, 100, { request_id }))
  })

  it('stays used after its row was deleted, and in other tables', async () => {
    const { member, admin } = area
    const request_id = randomUUID()
    const post = { user_id: member.user.id, content: 'Said once', request_id }
    const { id } = expectAllowed(await member.from('newsfeed_posts').insert(post).select('id').single())
    expectAllowed(await member.from('newsfeed_posts').delete().eq('id', id).select())
    expectError(await member.from('newsfeed_posts').insert({ ...post, content: 'Said again' }), 'PT409')
    expectError(await give(member, area.other, 1, { request_id }), 'PT409')
    const correction = { user_id: member.user.id, points_change: 3, reason: 'Session report', request_id }
    expectAllowed(await admin.from('points_log').insert(correction))
    expectError(await admin.from('points_log').insert(correction), 'PT409')
    expectDenied(await member.from('newsfeed_posts').update({ request_id }).eq('user_id', member.user.id))
  })

  it('makes a repeated post or comment a repetition of the request, not a duplicate text', async () => {
    const { member } = area
    const post = { user_id: member.user.id, content: `Mist ${randomUUID()}`, request_id: randomUUID() }
    const { id } = expectAllowed(await member.from('newsfeed_posts').insert(post).select('id').single())
    expectError(await member.from('newsfeed_posts').insert(post), 'PT409')
    expectError(await member.from('newsfeed_posts').insert({ ...post, request_id: randomUUID() }), 'NF001')
    const comment = { post_id: id, user_id: member.user.id, content: 'Lovely', request_id: randomUUID() }
    expectAllowed(await member.from('newsfeed_comments').insert(comment))
    expectError(await member.from('newsfeed_comments').insert(comment), 'PT409')
    expect(
      await area.engine.owner.query('select id from public.newsfeed_comments where post_id = $1', [id]),
    ).toHaveLength(1)
  })
})
