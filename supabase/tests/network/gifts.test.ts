import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let third: Persona
beforeAll(async () => {
  area = await openMemberArea()
  third = await signUp(area.engine)
})
afterAll(() => area.engine.close())
beforeEach(async () => {
  await area.givePoints(area.member, 100)
  await area.givePoints(area.other, 0)
})

const give = (points: unknown, to = area.other.user.id, message: string | null = null, from = area.member) =>
  from.from('point_gifts').insert({ from_user_id: from.user.id, to_user_id: to, points, message } as never)
const balance = async (who: Persona) =>
  Number((await area.row('select points from public.profiles where id = $1', [who.user.id]))?.points)
const ledger = (who: Persona) =>
  area.engine.owner.query(
    `select kind, points_change, reason from public.points_log where user_id = $1 and kind <> 'admin' order by created_at`,
    [who.user.id],
  )

describe('a gift', () => {
  it('transfers the points and leaves a row in both histories', async () => {
    const { member, other } = area
    expectAllowed(await give(60, other.user.id, 'Thanks for the bait').select().single())
    expect([await balance(member), await balance(other)]).toEqual([40, 60])
    expect(await ledger(member)).toEqual([
      { kind: 'gift_sent', points_change: -60, reason: `Gift to ${other.user.username}` },
    ])
    expect(await ledger(other)).toEqual([
      { kind: 'gift_received', points_change: 60, reason: `Gift from ${member.user.username}` },
    ])
  })

  it('is visible to giver, receiver and admins', async () => {
    const { member, other, admin, engine } = area
    const gift = expectAllowed(await give(1).select().single())
    const seenBy = async (who: Persona) => expectAllowed(await who.from('point_gifts').select('id').eq('id', gift.id))
    for (const who of [member, other, admin]) expect(await seenBy(who)).toHaveLength(1)
    expect(await seenBy(third)).toEqual([])
    expectDenied(await guest(engine).from('point_gifts').select())
  })

  it.each([
    ['-5', -5, '23514'],
    ['0', 0, '23514'],
    ['1001', 1001, '23514'],
    ['1.5', 1.5, '22P02'],
    ['"abc"', 'abc', '22P02'],
    ['null', null, '23502'],
    ['2 to the 31', 2 ** 31, '22003'],
  ])('of %s points is refused', async (_name, points, code) => {
    await area.givePoints(area.member, 5000)
    const answer = await give(points)
    expect(answer.error).not.toBeNull()
    // A number with decimals may be refused by the JSON parser or by the column.
    if (points !== 1.5) expectError(answer, code)
    expect([await balance(area.member), await balance(area.other)]).toEqual([5000, 0])
  })

  it.each([1, 1000])('of %i points is the limit of what is allowed', async (points) => {
    await area.givePoints(area.member, 5000)
    expectAllowed(await give(points).select())
    expect(await balance(area.other)).toBe(points)
  })

  it('may have a message of at most 200 characters', async () => {
    expectAllowed(await give(1, area.other.user.id, '🎣'.repeat(200)).select())
    expectError(await give(1, area.other.user.id, 'x'.repeat(201)), '23514')
  })

  it('must come from the caller and go to another existing member', async () => {
    const { member, other } = area
    expectError(await give(5, member.user.id), '23514')
    expectError(await give(5, '00000000-0000-4000-8000-00000000dead'), '23503')
    await area.givePoints(other, 50)
    const stolen = { from_user_id: other.user.id, to_user_id: member.user.id, points: 50 }
    expectDenied(await member.from('point_gifts').insert(stolen))
    expect([await balance(member), await balance(other)]).toEqual([100, 50])
  })

  it('cannot come from or go to a suspended member', async () => {
    const { suspended, member } = area
    await area.givePoints(suspended, 10)
    expectDenied(await give(5, member.user.id, null, suspended))
    expectDenied(await give(5, suspended.user.id))
    expect([await balance(member), await balance(suspended)]).toEqual([100, 10])
  })

  it('must be covered by the balance', async () => {
    expectError(await give(101), 'GF001')
    expectAllowed(await give(100).select())
    expectError(await give(1), 'GF001')
    expect([await balance(area.member), await balance(area.other)]).toEqual([0, 100])
  })

  it('cannot be changed or taken back', async () => {
    const gift = expectAllowed(await give(1).select().single())
    expectDenied(await area.member.from('point_gifts').update({ points: 5 }).eq('id', gift.id))
    expectDenied(await area.member.from('point_gifts').delete().eq('id', gift.id))
  })

  it('can be given 20 times a day', async () => {
    await area.scaleLimits(1)
    for (let i = 0; i < 20; i++) expectAllowed(await give(1).select())
    expectError(await give(1), 'PT429')
    await area.scaleLimits(1000)
  })
})

describe('gifts at the same moment', () => {
  it('cannot spend a balance twice', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => give(100)))
    expect(answers.filter((answer) => answer.error === null)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['GF001']))
    expect([await balance(area.member), await balance(area.other)]).toEqual([0, 100])
  })

  it('in both directions neither deadlock nor lose a point', async () => {
    const { member, other } = area
    await area.givePoints(member, 500)
    await area.givePoints(other, 500)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 ? give(1) : give(1, member.user.id, null, other))),
    )
    expect(answers.flatMap(({ error }) => error ?? [])).toEqual([])
    expect([await balance(member), await balance(other)]).toEqual([500, 500])
    const [off] = await area.engine.owner.query(`select count(*)::int as count from public.profiles as p
      where p.points <> (select coalesce(sum(l.points_change), 0) from public.points_log as l where l.user_id = p.id)`)
    expect(off?.count).toBe(0)
  })
})
