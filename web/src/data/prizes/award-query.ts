import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { PRIZE_COLUMNS, type Prize, prizeOf, type ShippingMethod } from './award.ts'
import { type ClaimProgress, PROGRESS_COLUMNS, progressOf } from './claim-progress.ts'
import { prizesKeys } from './keys.ts'

/** One award of the viewer, claimed or not. */
export interface Award {
  id: string
  claimDeadline: string
  prize: Prize
  /** What was won, as it was described then; undefined if it still is. */
  promised: Promised | undefined
  /** Undefined until it is claimed. */
  claim: Claim | undefined
}

/** Title, description and retail value of a prize when it was won. */
export type Promised = Pick<Prize, 'title' | 'description' | 'retailValue'>

/** The shipping method of a claimed prize. */
export interface Claim extends ClaimProgress {
  method: ShippingMethod | null
  /** The delivery address at the time of the claim, line by line; empty for prizes that are not sent. */
  shipTo: string[]
}

/** One award by its id; null when the viewer has no such award. */
export const awardQuery = (userId: string, awardId: string) =>
  queryOptions({
    queryKey: prizesKeys.award(userId, awardId),
    queryFn: ({ signal }) => loadAward(userId, awardId, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function loadAward(userId: string, awardId: string, signal: AbortSignal): Promise<Award | null> {
  // The database would reject such an ID with an error.
  if (!UUID.test(awardId)) return null
  const client = await supabase()
  const { data } = await client
    .from('prize_awards')
    .select(
      `id, status, claim_deadline, shipping_method, shipping_details,
      promised_title, promised_description, promised_retail_value, ${PROGRESS_COLUMNS}, ${PRIZE_COLUMNS}`,
    )
    .eq('id', awardId)
    // Admins may read those of all members, but only the winner claims one.
    .eq('user_id', userId)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const prize = prizeOf(data.item)
  const promised = {
    title: data.promised_title,
    description: data.promised_description,
    retailValue: data.promised_retail_value,
  }
  const isKept =
    promised.title === prize.title &&
    promised.description === prize.description &&
    promised.retailValue === prize.retailValue
  return {
    id: data.id,
    claimDeadline: data.claim_deadline,
    prize,
    promised: isKept ? undefined : promised,
    claim:
      data.status === 'claimed'
        ? {
            ...progressOf(data),
            method:
              data.shipping_method === 'express' || data.shipping_method === 'standard' ? data.shipping_method : null,
            shipTo: linesOf(data.shipping_details),
          }
        : undefined,
  }
}

function linesOf(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const field = (name: string) => {
    const value = (details as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  const town = [field('city'), [field('state'), field('postal_code')].filter(Boolean).join(' ')].filter(Boolean)
  return [
    field('full_name'),
    field('address_line1'),
    field('address_line2'),
    town.join(', '),
    field('country'),
    field('phone_number'),
    field('email'),
  ].filter(Boolean)
}
