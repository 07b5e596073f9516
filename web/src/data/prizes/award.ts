export type PrizeType = 'points' | 'physical' | 'digital'
export type ShippingMethod = 'standard' | 'express'

/** What was won. `packageName` is undefined when its package is no longer on show. */
export interface Prize {
  title: string
  description: string
  type: PrizeType
  /** Only points prizes have a value. */
  pointsValue: number | null
  imageUrl: string | null
  packageName: string | undefined
}

/** Columns of `prize_awards` from which a {@link Prize} is made. */
export const PRIZE_COLUMNS =
  'item:prize_items (title, description, type, points_value, image_url, package:prize_packages (name))' as const

interface PrizeRow {
  title: string
  description: string
  type: string
  points_value: number | null
  image_url: string | null
  package: { name: string } | null
}

export function prizeOf(row: PrizeRow): Prize {
  return {
    title: row.title,
    description: row.description,
    type: row.type === 'points' || row.type === 'digital' ? row.type : 'physical',
    pointsValue: row.points_value,
    imageUrl: row.image_url,
    packageName: row.package?.name,
  }
}
