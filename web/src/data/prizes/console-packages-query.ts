import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { shownMember } from '../../lib/member-name.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import type { PrizeType } from './award.ts'
import { prizesKeys } from './keys.ts'

const PAGE_SIZE = 20
const RECENT_AWARDS = 3

export interface RecentAward {
  id: string
  status: string
  winner: { id: string; username: string; avatarUrl: string }
}

export interface PackageItem {
  id: string
  title: string
  description: string
  type: PrizeType
  pointsValue: number | null
  quantity: number
  remaining: number
  imageUrl: string | null
  retailValue: number | null
  /** The version that a correction must name. */
  updatedAt: string
  /** The latest three. */
  awards: RecentAward[]
}

export interface PrizePackage {
  id: string
  name: string
  description: string
  isActive: boolean
  /** The version that an edit must name. */
  updatedAt: string
  totalQuantity: number
  remainingQuantity: number
  items: PackageItem[]
}

export interface PackagesPage {
  packages: PrizePackage[]
  /** Total number of packages. */
  total: number
  pages: number
}

/**
 * One page of the packages, newest first, with their items. They send no live changes, so they are polled.
 * @param only the ID of the one package to load.
 */
export const packagesQuery = (page: number, only?: string) =>
  queryOptions({
    queryKey: prizesKeys.packages(page, only),
    queryFn: ({ signal }) => loadPackages(page, only, signal),
    staleTime: 0,
    refetchInterval: STALE.oneMinute,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })

const packages = (client: BanksideClient) =>
  client.from('prize_packages').select(
    `id, name, description, is_active, updated_at, items:prize_items (
      id, title, description, type, points_value, quantity, remaining_quantity, image_url, retail_value, updated_at,
      awards:prize_awards (id, status, user:profiles (id, username, avatar_url))
    )`,
    { count: 'exact' },
  )

async function loadPackages(page: number, only: string | undefined, signal: AbortSignal): Promise<PackagesPage> {
  const client = await supabase()
  const first = (page - 1) * PAGE_SIZE
  const found = packages(client)
  const { data, count, error } = await (only === undefined ? found : found.eq('id', only))
    .order('created_at', { ascending: false })
    .order('id')
    .order('created_at', { referencedTable: 'items' })
    .order('title', { referencedTable: 'items' })
    .order('awarded_at', { referencedTable: 'items.awards', ascending: false })
    .order('id', { referencedTable: 'items.awards' })
    .limit(RECENT_AWARDS, { referencedTable: 'items.awards' })
    .range(first, first + PAGE_SIZE - 1)
    .abortSignal(signal)
  // A page past the last one: packages were deleted in the meantime.
  if (error?.code === 'PGRST103') {
    const all = client.from('prize_packages').select('id', { count: 'exact', head: true })
    const counted = await all.abortSignal(signal).throwOnError()
    return pageOf([], counted.count ?? 0)
  }
  if (error) throw error
  return pageOf(data.map(packageOf), count ?? data.length)
}

const pageOf = (packages: PrizePackage[], total: number): PackagesPage => ({
  packages,
  total,
  pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
})

function packageOf(row: RowOf<typeof packages>): PrizePackage {
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isActive: row.is_active,
    updatedAt: row.updated_at,
    totalQuantity: sum(row.items.map(({ quantity }) => quantity)),
    remainingQuantity: sum(row.items.map(({ remaining_quantity }) => remaining_quantity)),
    items: row.items.map((item) => ({
      id: item.id,
      title: item.title,
      description: item.description,
      type: item.type === 'points' || item.type === 'digital' ? item.type : 'physical',
      pointsValue: item.points_value,
      quantity: item.quantity,
      remaining: item.remaining_quantity,
      imageUrl: item.image_url,
      retailValue: item.retail_value,
      updatedAt: item.updated_at,
      awards: item.awards.map(({ id, status, user }) => ({
        id,
        status,
        winner: shownMember(user, id),
      })),
    })),
  }
}
