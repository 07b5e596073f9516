import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { BROKEN_REWARDS, newReward, redeem } from '../prizes/reward-rows.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { race } from '../support/races.ts'

// Real connections at the same moment. No client may ever see a deadlock.

let area: MemberArea
let second: Persona
beforeAll(async () => {
  area = await openMemberArea()
  second = await signUp(area.engine, { admin: true })
})
afterAll(() => area.engine.close())
beforeEach(() => area.scaleLimits(1_000_000))

type Answer = { error: { code?: string; message: string } | null; data: unknown }
const codes = (answers: Answer[]) => [...new Set(answers.flatMap(({ error }) => error?.code ?? []))]
const passed = (answers: Answer[]) => answers.filter(({ error }) => error === null)
const rows = (sql: string, values: unknown[] = []) => area.engine.owner.query(sql, values)
const gift = (from: Persona, to: Persona) =>
  from
    .from('point_gifts')
    .insert({ from_user_id: from.user.id, to_user_id: to.user.id, points: 1, request_id: randomUUID() })
const whole = async () => expect(await rows(BROKEN_REWARDS)).toEqual([])

it('200 members redeem the last 10: ten awards, ten debits, and no change for the others', async () => {
  const members: Persona[] = []
  while (members.length < 200)
    members.push(...(await Promise.all(Array.from({ length: 20 }, () => signUp(area.engine)))))
  await rows(`insert into public.points_log (user_id, points_change, reason) select unnest($1::uuid[]), 500, 'Match'`, [
    members.map(({ user }) => user.id),
  ])
  const id = await newReward(area, { price: 100, quantities: [10] })
  const answers = (await Promise.all(members.map((member) => redeem(member, id)))) as Answer[]
  expect([passed(answers).length, codes(answers)]).toEqual([10, ['RW002']])
  expect(
    await rows(
      `select p.points::int, p.points_spent::int as spent, count(*)::int as members,
          sum((select count(*) from public.prize_awards as a where a.user_id = p.id))::int as awards,
          sum((select count(*) from public.points_log as l where l.user_id = p.id))::int as entries
        from public.profiles as p where p.id = any ($1) group by 1, 2 order by 1`,
      [members.map(({ user }) => user.id)],
    ),
  ).toEqual([
    { points: 400, spent: 100, members: 10, awards: 10, entries: 20 },
    { points: 500, spent: 0, members: 190, awards: 0, entries: 190 },
  ])
  expect(await rows('select remaining_quantity from public.prize_items where package_id = $1', [id])).toEqual([
    { remaining_quantity: 0 },
  ])
  await whole()
}, 180_000)

describe('one member', () => {
  race('presses twenty times with one request: one award', async () => {
    await area.givePoints(area.member, 1000)
    const [id, request] = [await newReward(area, { limit: null }), randomUUID()]
    const answers = (await Promise.all(
      Array.from({ length: 20 }, () => redeem(area.member, id, 100, request)),
    )) as Answer[]
    expect(codes(answers)).toEqual([])
    expect(new Set(answers.map(({ data }) => (data as { id: string }[])[0]?.id)).size).toBe(1)
    await whole()
  })

  race('redeems twice at once what the balance covers once: one award', async () => {
    const member = await signUp(area.engine)
    await area.givePoints(member, 150)
    const rewards = await Promise.all(Array.from({ length: 10 }, () => newReward(area)))
    const answers = (await Promise.all(rewards.map((id) => redeem(member, id)))) as Answer[]
    expect([passed(answers).length, codes(answers)]).toEqual([1, ['RW001']])
    await whole()
  })

  race('adds items at once to a package that costs two points: two items', async () => {
    const id = await newReward(area, { price: 2, quantities: [] })
    const answers = (await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        area.admin.from('prize_items').insert({ package_id: id, title: `Bag ${n}`, type: 'digital', quantity: 1 }),
      ),
    )) as Answer[]
    expect([passed(answers).length, codes(answers)]).toEqual([2, ['RW011']])
  })

  race('redeems at once more than the limit, or than can be claimed: one', async () => {
    await area.givePoints(area.member, 10_000)
    for (const [limit, code] of [
      [1, 'RW003'],
      [2, 'RW013'],
      [null, 'RW013'],
    ] as const) {
      const id = await newReward(area, { limit, quantities: [50] })
      const answers = (await Promise.all(Array.from({ length: 10 }, () => redeem(area.member, id)))) as Answer[]
      expect([passed(answers).length, codes(answers)]).toEqual([1, [code]])
    }
    await whole()
  })

  race('gives by identified requests at the same moment: no deadlock', async () => {
    await area.givePoints(area.member, 5000)
    const rewards = await Promise.all(Array.from({ length: 8 }, () => newReward(area)))
    const answers = (await Promise.all(
      rewards.flatMap((id) => [redeem(area.member, id), gift(area.member, area.other)]),
    )) as Answer[]
    expect([passed(answers).length, codes(answers)]).toEqual([16, []])
    await whole()
  })
})

describe('what comes back', () => {
  race('by two admins and the deadline at once, while others redeem and give, comes back once', async () => {
    await area.givePoints(area.member, 1000)
    await area.givePoints(area.other, 1000)
    const id = await newReward(area, { limit: null, quantities: [9, 9] })
    const { data } = await redeem(area.member, id).throwOnError()
    const awards = data as { id: string }[]
    await rows(`update public.prize_awards set claim_deadline = now() - interval '1 second' where id = any ($1)`, [
      awards.map((award) => award.id),
    ])
    const cancels = awards.flatMap((award) =>
      [area.admin, second].map((who) => who.rpc('cancel_reward', { award_id: award.id })),
    )
    const answers = (await Promise.all([
      ...cancels,
      rows('select private.return_expired_rewards()').then(() => ({ error: null, data: null })),
      redeem(area.member, id),
      redeem(area.other, id),
      gift(area.member, area.other),
      gift(area.other, area.member),
    ])) as Answer[]
    // Where the deadline came first, the package is closed to the member; before either, one is not claimed yet.
    expect(codes(answers).filter((code) => code !== 'RW010' && code !== 'RW013')).toEqual([])
    expect(
      await rows(`select from public.prize_awards where id = any ($1)`, [awards.map((award) => award.id)]),
    ).toHaveLength(0)
    await whole()
  })

  race('while it is claimed: either the claim or the return', async () => {
    await area.givePoints(area.member, 1000)
    const id = await newReward(area)
    const { data } = await redeem(area.member, id).throwOnError()
    const award = (data as { id: string }[])[0]?.id
    const [cancelled] = (await Promise.all([
      area.admin.rpc('cancel_reward', { award_id: award }),
      area.member.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', award),
    ])) as Answer[]
    expect(cancelled?.error).toBeNull()
    await whole()
  })

  race('of a package item by item leaves nothing that counts', async () => {
    await area.givePoints(area.member, 1000)
    const id = await newReward(area, { quantities: [9, 9] })
    const { data } = await redeem(area.member, id).throwOnError()
    const answers = (await Promise.all(
      (data as { id: string }[]).map((award) => area.admin.rpc('cancel_reward', { award_id: award.id })),
    )) as Answer[]
    expect(codes(answers)).toEqual([])
    expect(await rows('select from private.redemptions where package_id = $1 and cancelled_at is null', [id])).toEqual(
      [],
    )
    expect((await redeem(area.member, id)).error).toBeNull()
    await whole()
  })

  race('while the account is deleted', async () => {
    const leaver = await signUp(area.engine)
    await area.givePoints(leaver, 1000)
    const id = await newReward(area, { limit: null })
    const { data } = await redeem(leaver, id).throwOnError()
    const award = (data as { id: string }[])[0]?.id
    const answers = (await Promise.all([
      area.admin.rpc('cancel_reward', { award_id: award }),
      second.rpc('delete_user', { user_id: leaver.user.id }),
      redeem(leaver, id),
    ])) as Answer[]
    expect(codes(answers).filter((code) => !['42501', 'PGRST301', 'PGRST303', 'RW013'].includes(code))).toEqual([])
    await whole()
  })
})
