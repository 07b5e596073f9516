import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

export type PrizeType = 'points' | 'physical' | 'digital'
export type ShippingMethod = 'standard' | 'express'

/** What was won. `packageName` is undefined when its package is no longer visible. */
export interface Prize {
  title: string
  description: string
  type: PrizeType
  /** Only points prizes have a value. */
  pointsValue: number | null
  imageUrl: string | null
  /** The retail price in the site's currency; null when unknown, and for points. */
  retailValue: number | null
  packageName: string | undefined
}

/** Columns of `prize_awards` for a {@link Prize}. */
export const PRIZE_COLUMNS =
  'item:prize_items (title, description, type, points_value, image_url, retail_value, package:prize_packages (name))' as const

const prizes = (client: BanksideClient) => client.from('prize_awards').select(PRIZE_COLUMNS)

export function prizeOf(row: RowOf<typeof prizes>['item']): Prize {
  return {
    title: row.title,
    description: row.description,
    type: row.type === 'points' || row.type === 'digital' ? row.type : 'physical',
    pointsValue: row.points_value,
    imageUrl: row.image_url,
    retailValue: row.retail_value,
    packageName: row.package?.name,
  }
}
