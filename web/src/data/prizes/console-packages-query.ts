import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PackageStock } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { allRows } from '../../lib/all-rows.ts'
import { consoleCounts } from '../../lib/console-counts.ts'
import { shownMember } from '../../lib/member-name.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import type { PrizeType } from './award.ts'
import type { PackagesFound, PackagesSearch, PackageView } from './console-packages-search.ts'
import { prizesKeys } from './keys.ts'

export const PACKAGES_PAGE_SIZE = 20
const RECENT_AWARDS = 3

export interface RecentAward {
  id: string
  status: string
  /** The points that the member gave for it; null if it was won. */
  pointsPaid: number | null
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
  /** In points; null if it is no reward. */
  price: number | null
  /** Per member and season; null for no limit. */
  limit: number | null
  stock: PackageStock
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
}

/**
 * One page of the packages that a search finds, with their items. They send no live changes, so they are polled. A page
 * past the last one is empty, with the total.
 * @param only the ID of the one package to load.
 */
export const packagesQuery = (search: PackagesSearch, only?: string) =>
  queryOptions({
    queryKey: prizesKeys.packages(search, only),
    queryFn: ({ signal }) => loadPackages(search, only, signal),
    staleTime: 0,
    refetchInterval: STALE.oneMinute,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })

/** One package; null when there is none. */
export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: prizesKeys.package(id),
    queryFn: async ({ signal }): Promise<PrizePackage | null> =>
      (await loadPackages(ANY, id, signal)).packages[0] ?? null,
    staleTime: 0,
  })

const ANY: PackagesSearch = { text: '', view: 'all', sort: 'created', descending: true, page: 1 }

/** How many packages each view has. */
export const packageCountsQuery = () => consoleCounts<PackageView>('prizes', prizesKeys.packageCounts())

const packages = (client: BanksideClient, head = false) =>
  client.from('prize_packages').select(
    `id, name, description, is_active, points_price, limit_per_member, stock, updated_at, items:prize_items (
      id, title, description, type, points_value, quantity, remaining_quantity, image_url, retail_value, updated_at,
      awards:prize_awards (id, status, points_paid, user:profiles (id, username, avatar_url))
    )`,
    { count: 'exact', head },
  )

function matching(client: BanksideClient, { text, view }: PackagesFound, only?: string, head = false) {
  let found = packages(client, head)
  if (only !== undefined) return found.eq('id', only)
  if (view !== 'all') found = found.eq('stock', view)
  // The column is normalised in the same way, so that width and case of letters do not matter.
  return text === '' ? found : found.ilike('search_text', likePattern(text.normalize('NFKC').toLowerCase()))
}

const COLUMN = { created: 'created_at', name: 'name', left: 'remaining_quantity' } as const

async function loadPackages(
  search: PackagesSearch,
  only: string | undefined,
  signal: AbortSignal,
): Promise<PackagesPage> {
  const client = await supabase()
  const first = (search.page - 1) * PACKAGES_PAGE_SIZE
  const { data, count, error } = await matching(client, search, only)
    .order(COLUMN[search.sort], { ascending: !search.descending })
    .order('id')
    .order('created_at', { referencedTable: 'items' })
    .order('title', { referencedTable: 'items' })
    .order('awarded_at', { referencedTable: 'items.awards', ascending: false })
    .order('id', { referencedTable: 'items.awards' })
    .limit(RECENT_AWARDS, { referencedTable: 'items.awards' })
    .range(first, first + PACKAGES_PAGE_SIZE - 1)
    .abortSignal(signal)
  // A page past the last one: packages were deleted in the meantime.
  if (error?.code === 'PGRST103') {
    const counted = await matching(client, search, only, true).abortSignal(signal).throwOnError()
    return { packages: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { packages: data.map(packageOf), total: count ?? data.length }
}

/** All packages that a search finds, newest first, with their items. */
export async function loadAllPackages(found: PackagesFound): Promise<PrizePackage[]> {
  const client = await supabase()
  const rows = await allRows((first, last) =>
    matching(client, found)
      .order('created_at', { ascending: false })
      .order('id')
      .order('created_at', { referencedTable: 'items' })
      .order('title', { referencedTable: 'items' })
      .limit(0, { referencedTable: 'items.awards' })
      .range(first, last),
  )
  return rows.map(packageOf)
}

function packageOf(row: RowOf<typeof packages>): PrizePackage {
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isActive: row.is_active,
    price: row.points_price,
    limit: row.limit_per_member,
    stock: row.stock ?? 'in_stock',
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
      awards: item.awards.map(({ id, status, points_paid: pointsPaid, user }) => ({
        id,
        status,
        pointsPaid,
        winner: shownMember(user, id),
      })),
    })),
  }
}
