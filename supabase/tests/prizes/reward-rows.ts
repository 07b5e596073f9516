import { randomUUID } from 'node:crypto'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed } from '../support/denied.ts'
import type { MemberArea } from '../support/member-area.ts'

export interface RewardRow {
  price?: number | null
  /** Null for as often as a member likes. */
  limit?: number | null
  /** How many there are of each item. */
  quantities?: number[]
  type?: 'physical' | 'digital'
}

/** A package with a price, made by the owner. @returns its ID. */
export async function newReward(
  area: Pick<MemberArea, 'row'>,
  { price = 100, limit = 1, quantities = [5], type = 'digital' }: RewardRow = {},
): Promise<string> {
  const made = await area.row(
    `insert into public.prize_packages (name, points_price, limit_per_member) values ('Landing net', $1, $2) returning id`,
    [price, limit],
  )
  for (const [at, quantity] of quantities.entries())
    await area.row(`insert into public.prize_items (package_id, title, type, quantity) values ($1, $2, $3, $4)`, [
      made?.id,
      `Net ${at + 1}`,
      type,
      quantity,
    ])
  return String(made?.id)
}

/** Redeems a package, with a new request unless one is named. */
export const redeem = (who: Pick<Persona, 'rpc'>, package_id: string, price = 100, request_id: string = randomUUID()) =>
  who.rpc('redeem_reward', { request_id, package_id, price })

export interface Award {
  id: string
  user_id: string
  points_paid: number
  redemption_id: string
  status: string
}
/** The awards of a redemption that was allowed. */
export const awardsOf = (answer: { error: { message: string } | null; data: unknown }) =>
  expectAllowed(answer) as Award[]

/** A member with a balance. */
export async function richMember(area: Pick<MemberArea, 'engine' | 'givePoints'>, points = 1000): Promise<Persona> {
  const member = await signUp(area.engine)
  await area.givePoints(member, points)
  return member
}

/** Redeems a package and claims its only item. @returns the award. */
export async function redeemAndClaim(who: Persona, packageId: string, price = 100): Promise<Award | undefined> {
  const [award] = awardsOf(await redeem(who, packageId, price))
  expectAllowed(await claim(who, award?.id))
  return award
}

/** Claims an award that is not sent by post. */
export const claim = (who: Persona, id: string | undefined) =>
  who.from('prize_awards').update({ status: 'claimed', terms_accepted: true }).eq('id', id).select('id')
export const cancel = (who: Pick<Persona, 'rpc'>, award_id: string | undefined) =>
  who.rpc('cancel_reward', { award_id })

/** What a member can redeem, and their standing with it. */
export const offered = async (who: Persona) =>
  expectAllowed(await who.rpc('offered_rewards')) as {
    id: string
    price: number
    units: number | null
    times_redeemed: number
    closed_until: string | null
    is_unclaimed: boolean
    version: string
    limit_per_member: number | null
    items: { title: string }[]
  }[]

/** What rewards changed of a member, and of a package. */
export async function rewardBooks(area: Pick<MemberArea, 'row'>, userId: string, packageId: string) {
  return await area.row(
    `select
      (select points::int from public.profiles where id = $1) as points,
      (select points_spent::int from public.profiles where id = $1) as spent,
      (select count(*)::int from public.prize_awards where user_id = $1) as awards,
      (select array_agg(kind || ' ' || points_change order by created_at, points_change) from public.points_log
        where user_id = $1 and kind like 'reward%') as ledger,
      (select sum(remaining_quantity)::int from public.prize_items where package_id = $2) as stock`,
    [userId, packageId],
  )
}

/** What must hold for the whole club at any time; empty if it does. */
export const BROKEN_REWARDS = `
  select 'balance of ' || p.id as broken from public.profiles as p
    where p.points <> coalesce((select sum(l.points_change) from public.points_log as l where l.user_id = p.id), 0)
  union all
  select 'points spent of ' || p.id from public.profiles as p
    where p.points_spent <> coalesce(
      (select -sum(l.points_change) from public.points_log as l where l.user_id = p.id and l.kind like 'reward%'), 0)
  union all
  select 'awards paid for by ' || p.id from public.profiles as p
    where p.points_spent <> coalesce((select sum(a.points_paid) from public.prize_awards as a where a.user_id = p.id), 0)
  union all
  select 'ranked points of ' || p.id from public.profiles as p
    where p.points + p.points_spent
        <> coalesce((select sum(d.points) from private.points_by_day as d where d.user_id = p.id), 0)
      or p.points + p.points_spent
        <> coalesce((select sum(m.points) from private.points_by_month as m where m.user_id = p.id), 0)
  union all
  select 'points earned of ' || p.id from public.profiles as p
      left join private.points_earned as e on e.user_id = p.id
    where coalesce(e.points, 0) <> coalesce((select sum(l.points_change) from public.points_log as l
      where l.user_id = p.id and private.is_earned(l.kind)), 0)
  union all
  select 'stock of ' || i.id from public.prize_items as i
    where i.remaining_quantity <> i.quantity - (select count(*) from public.prize_awards as a where a.item_id = i.id)`
