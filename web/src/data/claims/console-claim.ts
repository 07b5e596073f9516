import { memberName } from '../../lib/member-name.ts'
import type { BanksideClient, RowOf } from '../../lib/supabase.ts'
import { CLAIM_STATUSES, type ClaimStatus } from './claims-search.ts'

/** An address as it was at the claim. */
export interface ShipTo {
  fullName: string
  /** Street, town and country, line by line. */
  lines: string[]
  phone: string
  email: string
}

/** One award and its sending, as admins see it. */
export interface PrizeClaim {
  id: string
  winner: { id: string; username: string; avatarUrl: string }
  prize: { title: string; type: 'points' | 'physical' | 'digital'; packageName: string }
  awardedAt: string
  /** Null until the winner has claimed it. */
  claimedAt: string | null
  claimDeadline: string
  /** The points that the member gave for it; null if it was won. */
  pointsPaid: number | null
  method: 'standard' | 'express' | null
  shipTo: ShipTo | undefined
  status: ClaimStatus
  carrier: string
  trackingNumber: string
  /** When it was marked as shipped. */
  shippedAt: string | null
  fulfillmentNotes: string
  adminNotes: string
  /** The version that an update must name. */
  updatedAt: string
}

const CLAIM_COLUMNS = `id, user_id, username, avatar_url, item_title, item_type, package_name, awarded_at, status,
  claim_deadline, claimed_at, shipping_method, shipping_details, carrier, tracking_number, fulfillment_status,
  fulfillment_date, fulfillment_notes, admin_notes, updated_at, points_paid` as const

export const allClaims = (client: BanksideClient, counting?: { count: 'exact'; head?: boolean }) =>
  client.from('prize_claims').select(CLAIM_COLUMNS, counting)

export function claimOf(row: RowOf<typeof allClaims>): PrizeClaim {
  const { item_type: type, shipping_method: method } = row
  return {
    id: row.id,
    winner: {
      id: row.user_id ?? row.id,
      username: memberName(row.username),
      avatarUrl: row.avatar_url ?? '',
    },
    prize: {
      title: row.item_title,
      type: type === 'points' || type === 'digital' ? type : 'physical',
      packageName: row.package_name,
    },
    awardedAt: row.awarded_at,
    claimedAt: row.claimed_at,
    claimDeadline: row.claim_deadline,
    pointsPaid: row.points_paid,
    method: method === 'standard' || method === 'express' ? method : null,
    shipTo: shipToOf(row.shipping_details),
    status: CLAIM_STATUSES.find((status) => status === row.fulfillment_status) ?? 'pending',
    carrier: row.carrier ?? '',
    trackingNumber: row.tracking_number ?? '',
    shippedAt: row.fulfillment_date,
    fulfillmentNotes: row.fulfillment_notes ?? '',
    adminNotes: row.admin_notes ?? '',
    updatedAt: row.updated_at,
  }
}

/** Parses the address stored with an award; undefined when there is none. */
export function shipToOf(details: unknown): ShipTo | undefined {
  if (typeof details !== 'object' || details === null) return undefined
  const field = (name: string) => {
    const value = (details as Record<string, unknown>)[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const region = [field('state'), field('postal_code')].filter(Boolean).join(' ')
  const town = [field('city'), region].filter(Boolean).join(', ')
  return {
    fullName: field('full_name'),
    lines: [field('address_line1'), field('address_line2'), town, field('country')].filter(Boolean),
    phone: field('phone_number'),
    email: field('email'),
  }
}
