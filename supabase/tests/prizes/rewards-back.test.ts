import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied, expectDeniedOrNothing, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import {
  type Award,
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

describe('cancelling', () => {
  it('by an admin gives points and unit back, once', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    for (const who of [member, area.other, guest(area.engine)]) expectDenied(await cancel(who, award?.id))
    expect(expectAllowed(await cancel(area.admin, award?.id))).toBe(true)
    expect(expectAllowed((await cancel(area.admin, award?.id)) as never)).toBe(false)
    expect(await books(member, id)).toEqual({
      points: 1000,
      spent: 0,
      awards: 0,
      ledger: ['reward -100', 'reward_refund 100'],
      stock: 5,
    })
  })

  it('is possible after the claim until it is sent', async () => {
    const [member, id] = [await rich(), await newReward(area, { limit: null })]
    const set = (award: string | undefined, fulfillment_status: string) =>
      area.admin.from('prize_awards').update({ fulfillment_status }).eq('id', award).select('id')
    const claimed = async () => {
      const [award] = awardsOf(await redeem(member, id))
      expect(expectAllowed(await claim(member, award?.id))).toHaveLength(1)
      return award?.id
    }
    const first = await claimed()
    expectAllowed(await set(first, 'processing'))
    expectAllowed(await cancel(area.admin, first))
    expect(await books(member, id)).toMatchObject({ points: 1000, awards: 0, stock: 5 })
    for (const state of ['delivered', 'closed']) {
      const award = await claimed()
      expectAllowed(await set(award, state))
      expectError(await cancel(area.admin, award), 'RW007')
    }
    expect(await books(member, id)).toMatchObject({ points: 800, awards: 2, stock: 3 })
  })

  it('is for what was got for points, and is the only way to take that back', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    expectDeniedOrNothing(await area.admin.from('prize_awards').delete().eq('id', award?.id).select('id'))
    expect(await books(member, id)).toMatchObject({ awards: 1 })
    const won = expectAllowed(
      await area.admin.rpc('assign_prize_package', { package_id: id, user_id: member.user.id }),
    ) as Award[]
    expectError(await cancel(area.admin, won[0]?.id), 'RW008')
    expectAllowed(await area.admin.from('prize_awards').delete().eq('id', won[0]?.id).select('id'))
  })

  it('of one’s own reward is refused to an admin, also from another account', async () => {
    const admin = await signUp(area.engine, { admin: true })
    await area.givePoints(admin, 100)
    const id = await newReward(area)
    const [award] = awardsOf(await redeem(admin, id))
    expectError(await cancel(admin, award?.id), 'RW012')
    expect(await books(admin, id)).toMatchObject({ points: 0, awards: 1 })
    expect(expectAllowed(await cancel(area.admin, award?.id))).toBe(true)
  })

  it('is not made possible by taking the sending back, which a prize that was won allows', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const set = (award: string | undefined, fulfillment_status: string | null) =>
      area.admin.from('prize_awards').update({ fulfillment_status }).eq('id', award).select('id')
    const won = expectAllowed(
      await area.admin.rpc('assign_prize_package', { package_id: id, user_id: member.user.id }),
    ) as Award[]
    const [award] = awardsOf(await redeem(member, id))
    for (const one of [award?.id, won[0]?.id]) {
      expect(expectAllowed(await claim(member, one))).toHaveLength(1)
      expectAllowed(await set(one, 'delivered'))
    }
    for (const status of ['pending', 'processing', null]) expectError(await set(award?.id, status), 'CL009')
    expectAllowed(await set(award?.id, 'closed'))
    expectError(await set(award?.id, 'processing'), 'CL009')
    expectError(await cancel(area.admin, award?.id), 'RW007')
    expectAllowed(await set(won[0]?.id, 'pending'))
  })

  it('of one item of several gives its share back', async () => {
    const [member, id] = [await rich(), await newReward(area, { quantities: [5, 5] })]
    const [one, two] = awardsOf(await redeem(member, id))
    expectAllowed(await cancel(area.admin, one?.id))
    expect(await books(member, id)).toMatchObject({ points: 950, spent: 50, awards: 1, stock: 9 })
    expectAllowed(await cancel(area.admin, two?.id))
    expect(await books(member, id)).toMatchObject({ points: 1000, spent: 0, awards: 0, stock: 10 })
  })

  it('is recorded, and told to the member', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    expectAllowed(await cancel(area.admin, award?.id))
    expect(
      await area.row(
        `select l.actor_id, l.details, (select count(*)::int from private.notifications as n
            where n.user_id = $1 and n.kind = 'prize_removed' and n.subject_id = l.id) as told
          from private.audit_log as l where l.subject_id = $1 and l.action = 'remove_prize'`,
        [member.user.id],
      ),
    ).toEqual({
      actor_id: area.admin.user.id,
      details: { award_id: award?.id, prize: 'Net 1', points: 100 },
      told: 1,
    })
  })
})

describe('a deadline that has passed', () => {
  const expire = (award: string | undefined) =>
    area.row(`update public.prize_awards set claim_deadline = now() - interval '1 second' where id = $1`, [award])
  const returned = async () => Number((await area.row('select private.return_expired_rewards() as n'))?.n)

  it('brings no points back where something was claimed: their share goes to it, and the units to the stock', async () => {
    const [member, id] = [await rich(), await newReward(area, { quantities: [5, 5, 5] })]
    const [one, two, three] = awardsOf(await redeem(member, id))
    expect(expectAllowed(await claim(member, two?.id))).toHaveLength(1)
    for (const award of [one, three]) await expire(award?.id)
    expect(await returned()).toBe(2)
    expect(await books(member, id)).toEqual({ points: 900, spent: 100, awards: 1, ledger: ['reward -100'], stock: 14 })
    expect(await area.row('select points_paid from public.prize_awards where user_id = $1', [member.user.id])).toEqual({
      points_paid: 100,
    })
    // An admin who cannot send it gives everything back.
    expectAllowed(await cancel(area.admin, two?.id))
    expect(await books(member, id)).toMatchObject({ points: 1000, spent: 0, awards: 0, stock: 15 })
  })

  it('waits for the last item, when an admin has moved the deadline of one', async () => {
    const [member, id] = [await rich(), await newReward(area, { quantities: [5, 5] })]
    const [one, two] = awardsOf(await redeem(member, id))
    await expire(one?.id)
    expect(await returned()).toBe(0)
    expect(expectAllowed(await claim(member, two?.id))).toHaveLength(1)
    expect(await returned()).toBe(1)
    expect(await books(member, id)).toMatchObject({ points: 900, spent: 100, awards: 1, stock: 9 })
  })

  it('counts against the limit of the season', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    await expire(award?.id)
    expect(await returned()).toBe(1)
    expect(await books(member, id)).toMatchObject({ points: 1000, stock: 5 })
    expect((await offered(member)).find((reward) => reward.id === id)).toMatchObject({ times_redeemed: 1 })
    expectError(await redeem(member, id), 'RW003')
    expectAllowed(await redeem(await rich(), id))
  })

  it.each([2, null])('closes a package with a limit of %s to that member for 30 days', async (limit) => {
    const [member, id] = [await rich(), await newReward(area, { limit })]
    const [award] = awardsOf(await redeem(member, id))
    await expire(award?.id)
    expect(await returned()).toBe(1)
    const refused = await redeem(member, id)
    expectError(refused, 'RW010')
    const until = Date.parse(String(refused.error?.details))
    expect(Math.round((until - Date.now()) / 86_400_000)).toBe(30)
    const closed = async (who: Persona) => (await offered(who)).find((reward) => reward.id === id)?.closed_until
    expect(Date.parse(String(await closed(member)))).toBe(until)
    const other = await rich()
    expect(await closed(other)).toBeNull()
    expectAllowed(await redeem(other, id))
    await area.row(
      `update private.redemptions set expired_at = expired_at - interval '30 days' where account_id = $1`,
      [member.user.id],
    )
    expectAllowed(await redeem(member, id))
  })

  it('gives points and unit back, once, and tells the member', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    expect(await returned()).toBe(0)
    await expire(award?.id)
    expectError(await claim(member, award?.id), 'CL002')
    // At most one of them finds it; the engine's own job may have come first.
    expect((await returned()) + (await returned())).toBeLessThanOrEqual(1)
    expect(await books(member, id)).toEqual({
      points: 1000,
      spent: 0,
      awards: 0,
      ledger: ['reward -100', 'reward_refund 100'],
      stock: 5,
    })
    expect(
      await area.row(
        `select actor_id, details from private.audit_log where subject_id = $1 and action = 'remove_prize'`,
        [member.user.id],
      ),
    ).toEqual({ actor_id: null, details: { award_id: award?.id, prize: 'Net 1', points: 100, expired: true } })
    expect(
      await area.row(
        `select array_agg(kind) as kinds from private.notifications where user_id = $1 and kind <> 'badge'`,
        [member.user.id],
      ),
    ).toEqual({ kinds: ['reward_expired'] })
  })

  it('is moved by another admin, not by the one whose reward it is, from any of their accounts', async () => {
    const [admin, second] = [await signUp(area.engine, { admin: true }), await rich()]
    await area.givePoints(admin, 100)
    await area.row(
      `insert into private.account_addresses (account_id, address_hash, mailbox_hash, is_proved)
        select $2, a.address_hash, a.mailbox_hash, a.is_proved from private.account_addresses as a where a.account_id = $1`,
      [admin.user.id, second.user.id],
    )
    const move = (who: Persona, award: string | undefined, days: number) =>
      who
        .from('prize_awards')
        .update({ claim_deadline: new Date(Date.now() + days * 86_400_000).toISOString() })
        .eq('id', award)
        .select('id')
    for (const winner of [admin, second]) {
      const [award] = awardsOf(await redeem(winner, await newReward(area)))
      for (const days of [-1, 60]) expectError(await move(admin, award?.id, days), 'RW012')
      expect(expectAllowed(await move(area.admin, award?.id, 60))).toHaveLength(1)
      expectError(await move(area.admin, award?.id, -1), 'PZ006')
    }
    expect(await returned()).toBe(0)
  })

  it('is at most 90 days after the reward was redeemed; that of a prize that was won can be later', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    const won = expectAllowed(
      await area.admin.rpc('assign_prize_package', { package_id: id, user_id: member.user.id }),
    ) as Award[]
    const move = (one: string | undefined, claim_deadline: string) =>
      area.admin.from('prize_awards').update({ claim_deadline }).eq('id', one).select('id')
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
    for (const late of [days(91), '2199-01-01T00:00:00Z']) {
      const refused = await move(award?.id, late)
      expectError(refused, 'RW014')
      expect(Math.round((Date.parse(String(refused.error?.details)) - Date.now()) / 86_400_000)).toBe(90)
      expect(expectAllowed(await move(won[0]?.id, late))).toHaveLength(1)
    }
    expect(expectAllowed(await move(award?.id, days(89)))).toHaveLength(1)
  })

  it('leaves what was claimed, and what was won', async () => {
    const [member, id] = [await rich(), await newReward(area, { limit: null })]
    const [claimed] = awardsOf(await redeem(member, id))
    expect(expectAllowed(await claim(member, claimed?.id))).toHaveLength(1)
    const won = expectAllowed(
      await area.admin.rpc('assign_prize_package', { package_id: id, user_id: member.user.id }),
    ) as Award[]
    await expire(claimed?.id)
    await expire(won[0]?.id)
    expect(await returned()).toBe(0)
    expect(await books(member, id)).toMatchObject({ points: 900, awards: 2 })
  })
})

describe('deleting', () => {
  it('the account returns the unit of an unclaimed reward; its points leave with the account', async () => {
    const [member, id] = [await rich(), await newReward(area, { limit: null })]
    const claimed = await redeemAndClaim(member, id)
    const [open] = awardsOf(await redeem(member, id))
    expectAllowed((await area.admin.rpc('delete_user', { user_id: member.user.id })) as never)
    expect(await area.row('select from public.prize_awards where id = $1', [open?.id])).toBeUndefined()
    expect(await area.row('select user_id, points_paid from public.prize_awards where id = $1', [claimed?.id])).toEqual(
      {
        user_id: null,
        points_paid: 100,
      },
    )
    expect(await books(member, id)).toMatchObject({ points: null, ledger: null, stock: 4 })
    // The claimed one can still be cancelled: nobody is left for the points.
    expect(expectAllowed(await cancel(area.admin, claimed?.id))).toBe(true)
    expect(
      await area.row(
        `select subject_id, subject_label, details from private.audit_log
          where action = 'remove_prize' and details ->> 'award_id' = $1`,
        [claimed?.id],
      ),
    ).toEqual({
      subject_id: null,
      subject_label: null,
      details: { award_id: claimed?.id, prize: 'Net 1', points: 0 },
    })
    expect(await books(member, id)).toMatchObject({ stock: 5 })
  })

  it('the package is possible once all of its rewards have come back', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    expectError(await area.admin.from('prize_packages').delete().eq('id', id), 'PZ004')
    expectAllowed(await cancel(area.admin, award?.id))
    expect(expectAllowed(await area.admin.from('prize_packages').delete().eq('id', id).select('id'))).toHaveLength(1)
    expect(await books(member, id)).toMatchObject({ points: 1000, ledger: ['reward -100', 'reward_refund 100'] })
  })

  it('an account after a cancelled reward, and its return, bring no points', async () => {
    const [member, id] = [await rich(), await newReward(area)]
    const [award] = awardsOf(await redeem(member, id))
    expectAllowed(await cancel(area.admin, award?.id))
    expectAllowed((await area.admin.rpc('delete_user', { user_id: member.user.id })) as never)
    const again = await signUp(area.engine, { email: member.user.email })
    expect(await books(again, id)).toMatchObject({ points: 0, spent: 0, awards: 0 })
  })
})
