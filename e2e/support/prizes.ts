import { randomUUID } from 'node:crypto'
import type { Account, Instance } from './instance.ts'

export interface PrizeInput {
  title: string
  type?: 'points' | 'physical' | 'digital'
  points?: number
  description?: string
  /** Milliseconds from now until the claim deadline; 30 days by default. */
  left?: number
}

const THIRTY_DAYS = 30 * 24 * 3_600_000

/**
 * Creates a package with one prize as the administrator and assigns it to the member, as the console does.
 * @returns the award's id.
 */
export async function awardPrize(instance: Instance, winner: Account, prize: PrizeInput): Promise<string> {
  const admin = await instance.signedIn(instance.bailiff)
  const type = prize.type ?? 'physical'
  const { data: box } = await admin
    .from('prize_packages')
    .insert({ name: `Box ${randomUUID().slice(0, 8)}` })
    .select('id')
    .single()
    .throwOnError()
  const { data: item } = await admin
    .from('prize_items')
    .insert({
      package_id: box.id,
      title: prize.title,
      description: prize.description ?? '',
      type,
      points_value: type === 'points' ? (prize.points ?? 100) : null,
      quantity: 1,
    })
    .select('id')
    .single()
    .throwOnError()
  const { data: award } = await admin
    .from('prize_awards')
    .insert({
      user_id: winner.id,
      item_id: item.id,
      status: 'assigned',
      claim_deadline: new Date(Date.now() + (prize.left ?? THIRTY_DAYS)).toISOString(),
    })
    .select('id')
    .single()
    .throwOnError()
  return award.id
}

export interface RewardInput {
  name: string
  price: number
  type?: 'physical' | 'digital'
  quantity?: number
  /** Per member and season; null for no limit. */
  limit?: number | null
}

/** Creates a package with one item and a price in points, as the administrator. @returns its ID. */
export async function makeReward(instance: Instance, reward: RewardInput): Promise<string> {
  const { name, price, type = 'physical', quantity = 3, limit = 1 } = reward
  const admin = await instance.signedIn(instance.bailiff)
  const { data: box } = await admin
    .from('prize_packages')
    .insert({ name, points_price: price, limit_per_member: limit })
    .select('id')
    .single()
    .throwOnError()
  await admin
    .from('prize_items')
    .insert({ package_id: box.id, title: `${name} item`, type, quantity })
    .throwOnError()
  return box.id
}

/** Saves an address in the member's own address book. */
export async function saveAddress(instance: Instance, member: Account, fullName: string): Promise<void> {
  const client = await instance.signedIn(member)
  await client
    .from('shipping_addresses')
    .insert({
      user_id: member.id,
      full_name: fullName,
      email: member.email,
      phone_number: '+1 555 0142',
      address_line1: '220 W Water St',
      city: 'Syracuse',
      state: 'NY',
      postal_code: '13202',
    })
    .throwOnError()
}
