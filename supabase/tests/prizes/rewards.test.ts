import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { game } from '../games/game-rows.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import {
  awardsOf,
  BROKEN_REWARDS,
  cancel,
  claim,
  newReward,
  offered,
  redeem,
  redeemAndClaim,
  rewardBooks,
  richMember,
} from './reward-rows.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(async () => {
  expect(await area.engine.owner.query(BROKEN_REWARDS)).toEqual([])
  await area.engine.close()
})

/** A member with a balance. */
const rich = (points?: number) => richMember(area, points)
const books = (who: Persona, packageId: string) => rewardBooks(area, who.user.id, packageId)

describe('a price', () => {
  it('is set by admins only, as a whole number within its bounds', async () => {
    const id = await newReward(area, { price: null })
    const set = (who: Pick<Persona, 'from'>, fields: object) =>
      who.from('prize_packages').update(fields).eq('id', id).select('points_price, limit_per_member')
    for (const who of [area.member, area.suspended, guest(area.engine)])
      expectDeniedOrNothing(await set(who, { points_price: 1 }))
    for (const wrong of [0, -5, 1_000_001]) expectError(await set(area.admin, { points_price: wrong }), '23514')
    for (const wrong of [0, -1, 1001]) expectError(await set(area.admin, { limit_per_member: wrong }), '23514')
    expect(expectAllowed(await set(area.admin, { points_price: 1_000_000, limit_per_member: null }))).toEqual([
      { points_price: 1_000_000, limit_per_member: null },
    ])
    expect(expectAllowed(await set(area.admin, { points_price: null }))).toHaveLength(1)
  })

  it('is at least one point for each item', async () => {
    const id = await newReward(area, { price: 2, quantities: [5, 5] })
    const bag = { package_id: id, title: 'Bag', type: 'digital', quantity: 5 }
    const refused = await area.admin.from('prize_items').insert(bag)
    expectError(refused, 'RW011')
    expect(refused.error?.details).toBe('3')
    const price = (points_price: number) =>
      area.admin.from('prize_packages').update({ points_price }).eq('id', id).select('id')
    expectError(await price(1), 'RW011')
    expect(expectAllowed(await price(3))).toHaveLength(1)
    expectAllowed(await area.admin.from('prize_items').insert(bag).select('id'))
  })

  it('and the limit are recorded with their values', async () => {
    const id = await newReward(area, { price: null })
    expectAllowed(await area.admin.from('prize_packages').update({ points_price: 250 }).eq('id', id).select('id'))
    expect(
      await area.row(`select details from private.audit_log where subject_id = $1 and action = 'edit_package'`, [id]),
    ).toEqual({ details: { before: { points_price: null }, after: { points_price: 250 } } })
  })

  it('is refused for points, which cannot be bought', async () => {
    const box = expectAllowed(await area.admin.from('prize_packages').insert({ name: 'Box' }).select('id').single())
    const points = { package_id: box.id, title: 'Voucher', type: 'points', points_value: 50, quantity: 1 }
    expectAllowed(await area.admin.from('prize_items').insert(points).select('id').single())
    expectError(await area.admin.from('prize_packages').update({ points_price: 10 }).eq('id', box.id), 'RW006')
    const reward = await newReward(area)
    expectError(await area.admin.from('prize_items').insert({ ...points, package_id: reward }), 'RW006')
    expectAllowed(
      await area.admin
        .from('prize_items')
        .insert({ package_id: reward, title: 'Bag', type: 'digital', quantity: 5 })
        .select('id'),
    )
  })
})

describe('rewards on offer', () => {
  it('are the active packages with a price and in stock', async () => {
    const member = await rich()
    const [id, free, gone, off] = [
      await newReward(area, { quantities: [5, 9] }),
      await newReward(area, { price: null }),
      await newReward(area, { quantities: [1] }),
      await newReward(area),
    ]
    expectAllowed(await redeem(await rich(), gone))
    await area.row('update public.prize_packages set is_active = false where id = $1', [off])
    const list = await offered(member)
    const ids = list.map((reward) => reward.id)
    expect(ids).toContain(id)
    for (const other of [free, gone, off]) expect(ids).not.toContain(other)
    expect(list.find((reward) => reward.id === id)).toMatchObject({
      price: 100,
      units: 5,
      times_redeemed: 0,
      limit_per_member: 1,
      items: [{ title: 'Net 1' }, { title: 'Net 2' }],
    })
    const many = await newReward(area, { quantities: [6] })
    expect((await offered(member)).find((reward) => reward.id === many)?.units).toBeNull()
    expectDenied(await guest(area.engine).rpc('offered_rewards'))
  })

  it.each(['active', 'draft'] as const)('leave a unit for each %s game, before anybody has entered', async (status) => {
    const id = await newReward(area, { quantities: [2], limit: null })
    await area.admin
      .from('games')
      .insert(game({ status, metadata: { winning_square: 3 }, prize_package_id: id }))
      .throwOnError()
    const member = await rich()
    expectAllowed(await redeem(await rich(), id))
    expectError(await redeem(member, id), 'RW002')
    expect((await offered(member)).map((reward) => reward.id)).not.toContain(id)
  })
})

describe('redeeming', () => {
  it('takes the price and makes the award, which is then claimed like any prize', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    expect(award).toMatchObject({ user_id: member.user.id, points_paid: 100, status: 'assigned' })
    expect(await books(member, id)).toEqual({ points: 900, spent: 100, awards: 1, ledger: ['reward -100'], stock: 4 })
    expect(expectAllowed(await claim(member, award?.id))).toHaveLength(1)
  })

  it('is for members in good standing', async () => {
    const id = await newReward(area)
    await area.givePoints(area.suspended, 500)
    expectDenied(await redeem(area.suspended, id))
    expectDenied(await redeem(guest(area.engine), id))
    expect(await books(area.suspended, id)).toMatchObject({ points: 500, awards: 0, stock: 5 })
  })

  it('needs the balance, to the point, and tells what is missing', async () => {
    const [member, id] = [await rich(99), await newReward(area)]
    const refused = await redeem(member, id)
    expectError(refused, 'RW001')
    expect(refused.error?.details).toBe('1')
    expect(await books(member, id)).toEqual({ points: 99, spent: 0, awards: 0, ledger: null, stock: 5 })
    await area.givePoints(member, 100)
    expectAllowed(await redeem(member, id))
    expect(await books(member, id)).toMatchObject({ points: 0, awards: 1 })
  })

  it('refuses what is gone, off or without a price', async () => {
    const member = await rich()
    const last = await newReward(area, { quantities: [1, 5] })
    expectAllowed(await redeem(await rich(), last))
    expectError(await redeem(member, last), 'RW002')
    const off = await newReward(area)
    await area.row('update public.prize_packages set is_active = false where id = $1', [off])
    const refused = [
      off,
      await newReward(area, { price: null }),
      await newReward(area, { quantities: [] }),
      randomUUID(),
    ]
    for (const id of refused) expectError(await redeem(member, id), 'RW004')
    expect(await books(member, last)).toMatchObject({ points: 1000, awards: 0 })
  })

  it('costs the price of the package, whatever the caller sends', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    for (const price of [99, 101, 0, -100, 1]) {
      const refused = await redeem(member, id, price)
      expectError(refused, 'RW005')
      expect(refused.error?.details).toBe('100')
    }
    expectError(await member.rpc('redeem_reward', { request_id: randomUUID(), package_id: id, price: null }), '22023')
    expect(await books(member, id)).toMatchObject({ points: 1000, awards: 0 })
  })

  it('is limited per member and season', async () => {
    const [member, id] = [await rich(), await newReward(area, { limit: 2, quantities: [9] })]
    const first = await redeemAndClaim(member, id)
    await redeemAndClaim(member, id)
    expectError(await redeem(member, id), 'RW003')
    expectAllowed(await redeem(await rich(), id))
    // What came back does not count, and neither does another season.
    expectAllowed(await cancel(area.admin, first?.id))
    await redeemAndClaim(member, id)
    expectError(await redeem(member, id), 'RW003')
    await area.row(
      `update private.redemptions set redeemed_at = private.season_start() - interval '1 second' where account_id = $1`,
      [member.user.id],
    )
    expectAllowed(await redeem(member, id))
    const any = await newReward(area, { limit: null, price: 1 })
    for (let n = 0; n < 4; n++) await redeemAndClaim(member, any, 1)
  })

  it.each([2, null])('waits for the claim of the last one, with a limit of %s', async (limit) => {
    const [member, other, id] = [await rich(), await rich(), await newReward(area, { limit, quantities: [9, 9] })]
    const unclaimed = async (who: Persona) => (await offered(who)).find((reward) => reward.id === id)?.is_unclaimed
    const [one, two] = awardsOf(await redeem(member, id))
    expectError(await redeem(member, id), 'RW013')
    expect(await unclaimed(member)).toBe(true)
    expect(await books(member, id)).toMatchObject({ points: 900, awards: 2, stock: 16 })
    // Another member, and another reward, are not concerned.
    expect(await unclaimed(other)).toBe(false)
    expectAllowed(await redeem(other, id))
    expectAllowed(await redeem(member, await newReward(area)))
    expectAllowed(await claim(member, one?.id))
    expectError(await redeem(member, id), 'RW013')
    expectAllowed(await claim(member, two?.id))
    expect(await unclaimed(member)).toBe(false)
    expectAllowed(await redeem(member, id))
  })

  it('waits for the claim by another account of the person', async () => {
    const [member, id] = [await rich(), await newReward(area, { limit: null })]
    const second = await rich()
    // The two have the same proved mailbox.
    await area.row(
      `insert into private.account_addresses (account_id, address_hash, mailbox_hash, is_proved)
        select $2, a.address_hash, a.mailbox_hash, a.is_proved from private.account_addresses as a where a.account_id = $1`,
      [member.user.id, second.user.id],
    )
    const [award] = awardsOf(await redeem(member, id))
    expectError(await redeem(second, id), 'RW013')
    expectAllowed(await claim(member, award?.id))
    expectAllowed(await redeem(second, id))
  })

  it('is limited per person: another account of the address, and one that has left, count', async () => {
    const [member, id] = [await rich(), await newReward(area, { limit: 2 })]
    const [award] = awardsOf(await redeem(member, id))
    expect(expectAllowed(await claim(member, award?.id))).toHaveLength(1)
    expectAllowed(await redeem(member, id))
    expectAllowed((await area.admin.rpc('delete_user', { user_id: member.user.id })) as never)
    const again = await signUp(area.engine, { email: member.user.email })
    await area.givePoints(again, 1000)
    expect((await offered(again)).find((reward) => reward.id === id)?.times_redeemed).toBe(2)
    expectError(await redeem(again, id), 'RW003')
    expectAllowed(await redeem(await rich(), id))
    // Until the season ends.
    await area.row(
      `update private.redemptions set redeemed_at = private.season_start() - interval '1 second' where package_id = $1`,
      [id],
    )
    expectAllowed(await redeem(again, id))
  })

  it('is refused when the package is not the one that the member was shown', async () => {
    const [member, id] = [await rich(), await newReward(area, { limit: null })]
    const send = async (version: string | undefined) =>
      member.rpc('redeem_reward', { request_id: randomUUID(), package_id: id, price: 100, version })
    const shown = async () => (await offered(member)).find((reward) => reward.id === id)?.version
    const version = await shown()
    const [first] = awardsOf(await send(version))
    expectAllowed(await claim(member, first?.id))
    await area.admin.from('prize_items').update({ title: 'Sticker' }).eq('package_id', id).throwOnError()
    expectError(await send(version), 'RW009')
    expect(await books(member, id)).toMatchObject({ points: 900, awards: 1 })
    expectAllowed(await send(await shown()))
    await area.admin
      .from('prize_items')
      .insert({ package_id: id, title: 'Bag', type: 'digital', quantity: 5 })
      .throwOnError()
    expectError(await send(version), 'RW009')
  })

  it('sent twice with the same request is one award, told as success', async () => {
    const [member, id, request] = [await rich(), await newReward(area), randomUUID()]
    const first = awardsOf(await redeem(member, id, 100, request))
    expect(awardsOf(await redeem(member, id, 100, request))).toEqual(first)
    // Also when it could not be redeemed now.
    await area.row('update public.prize_packages set points_price = 500, is_active = false where id = $1', [id])
    expect(awardsOf(await redeem(member, id, 100, request))).toEqual(first)
    expect(await books(member, id)).toMatchObject({ points: 900, awards: 1, ledger: ['reward -100'] })
    expectError(await redeem(member, await newReward(area), 100, request), 'PT409')
    // What was cancelled is not made again by a late retry.
    expectAllowed(await cancel(area.admin, first[0]?.id))
    expect(awardsOf(await redeem(member, id, 100, request))).toEqual([])
    expectError(await redeem(member, await newReward(area), 100, request), 'PT409')
    expect(await books(member, id)).toMatchObject({ points: 1000, awards: 0 })
  })

  it('sent again counts against the limit of requests', async () => {
    const [member, id, request] = [await rich(), await newReward(area), randomUUID()]
    const used = async () =>
      (
        await area.row(`select used from private.rate_counters where user_id = $1 and bucket = 'requests-day'`, [
          member.user.id,
        ])
      )?.used
    expectAllowed(await redeem(member, id, 100, request))
    expectAllowed(await redeem(member, id, 100, request))
    expect(await used()).toBe(2)
    await area.row(`update private.rate_counters set used = 650000 where user_id = $1`, [member.user.id])
    expectError(await redeem(member, id, 100, request), 'PT429')
  })

  it('with the request of another member is a redemption of its own', async () => {
    const [one, two, id, request] = [await rich(), await rich(), await newReward(area), randomUUID()]
    const [award] = awardsOf(await redeem(one, id, 100, request))
    const [other] = awardsOf(await redeem(two, id, 100, request))
    expect(other?.id).not.toBe(award?.id)
    expect(other?.user_id).toBe(two.user.id)
    expect(await books(two, id)).toMatchObject({ points: 900, awards: 1, stock: 3 })
  })

  it('of a package with several items shares the price among them', async () => {
    const [member, id] = [await rich(), await newReward(area, { price: 100, quantities: [5, 5, 5] })]
    const awards = awardsOf(await redeem(member, id))
    expect(awards.map(({ points_paid }) => points_paid).toSorted()).toEqual([33, 33, 34])
    expect(new Set(awards.map(({ redemption_id }) => redemption_id)).size).toBe(1)
    expect(await books(member, id)).toMatchObject({ points: 900, ledger: ['reward -100'], stock: 12 })
  })

  it('is not told in the newsfeed, nor to the member by a notification', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    expectAllowed(await redeem(member, id))
    expect(await area.row('select from public.newsfeed_posts where user_id = $1', [member.user.id])).toBeUndefined()
    expect(
      await area.row(`select from private.notifications where user_id = $1 and kind = 'prize_assigned'`, [
        member.user.id,
      ]),
    ).toBeUndefined()
  })

  it('cannot be posed by a row of one’s own', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const item = await area.row('select id from public.prize_items where package_id = $1', [id])
    expectDenied(await member.from('prize_awards').insert({ user_id: member.user.id, item_id: item?.id }))
    expectDenied(
      await area.admin
        .from('prize_awards')
        .insert({ user_id: member.user.id, item_id: item?.id, points_paid: 1000, redemption_id: randomUUID() }),
    )
    const [award] = awardsOf(await redeem(member, id))
    for (const who of [member, area.admin])
      expectDenied(await who.from('prize_awards').update({ points_paid: 100_000 }).eq('id', award?.id))
    expectDenied(await member.from('profiles').update({ points_spent: 0 }).eq('id', member.user.id))
  })
})

describe('the leaderboards and the level', () => {
  it('are the same before and after a reward, and after it came back', async () => {
    const [member, id] = [await rich(777), await newReward(area)]
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    const read = async () => ({
      position: expectAllowed(await member.rpc('my_leaderboard_position')),
      week: expectAllowed(await member.rpc('my_leaderboard_position', { start_date: days(7) })),
      month: expectAllowed(await member.rpc('my_leaderboard_position', { start_date: days(30) })),
      board: expectAllowed(await member.from('leaderboard').select().order('rank').order('username')),
      boardOfWeek: expectAllowed(await member.rpc('get_points_by_timeframe', { start_date: days(7) })),
      near: expectAllowed(await member.rpc('leaderboard_near')),
      page: (({ rank, points }) => ({ rank, points }))(
        expectAllowed(await member.rpc('member_page', { name: member.user.username }))[0],
      ),
      found: expectAllowed(await member.from('member_search').select('points').eq('id', member.user.id).single()),
      record: (({ rank, points }) => ({ rank, weeks: points.weeks }))(
        expectAllowed(await area.admin.rpc('member_record', { user_id: member.user.id })) as {
          rank: number
          points: { weeks: number[] }
        },
      ),
      level: expectAllowed(await member.from('profiles').select('level').eq('id', member.user.id).single()),
    })
    const before = await read()
    expect(before.position).toMatchObject([{ points: 777 }])
    const [award] = awardsOf(await redeem(member, id))
    expect(await books(member, id)).toMatchObject({ points: 677 })
    expect(await read()).toEqual(before)
    expectAllowed(await cancel(area.admin, award?.id))
    expect(await books(member, id)).toMatchObject({ points: 777 })
    expect(await read()).toEqual(before)
  })
})
