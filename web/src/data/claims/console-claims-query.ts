import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { containing } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { type ClaimsSearch, OPEN_STATUSES } from './claims-search.ts'
import { CLAIM_COLUMNS, claimOf, type PrizeClaim } from './console-claim.ts'
import { claimsKeys } from './keys.ts'

const PAGE_SIZE = 25
// Hosted services cut answers at this many rows without a word.
const BATCH = 1000

export interface ClaimsPage {
  claims: PrizeClaim[]
  /** How many claims the search finds altogether. */
  total: number
  pages: number
}

type Client = Awaited<ReturnType<typeof supabase>>
const selected = (client: Client, counting?: { count: 'exact'; head?: boolean }) =>
  client.from('prize_claims').select(CLAIM_COLUMNS, counting)
type ClaimRows = ReturnType<typeof selected>

/** One page of the claims that a search finds. They send no live changes, so they are asked for again. */
export const claimsQuery = (search: ClaimsSearch, page: number) =>
  queryOptions({
    queryKey: claimsKeys.list(search, page),
    queryFn: ({ signal }) => loadPage(search, page, signal),
    staleTime: 0,
    refetchInterval: STALE.oneMinute,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })

async function loadPage(search: ClaimsSearch, page: number, signal: AbortSignal): Promise<ClaimsPage> {
  const client = await supabase()
  const first = (page - 1) * PAGE_SIZE
  const { data, count, error } = await matching(selected(client, { count: 'exact' }), search)
    .order('awarded_at', { ascending: search.order === 'open' })
    // Equal times are common: the items of a package are awarded together.
    .order('id')
    .range(first, first + PAGE_SIZE - 1)
    .abortSignal(signal)
  // A page past the last one: the claims have become fewer meanwhile.
  if (error?.code === 'PGRST103') {
    const all = selected(client, { count: 'exact', head: true })
    const counted = await matching(all, search).abortSignal(signal).throwOnError()
    return pageOf([], counted.count ?? 0)
  }
  if (error) throw error
  return pageOf(data.map(claimOf), count ?? data.length)
}

const pageOf = (claims: PrizeClaim[], total: number): ClaimsPage => ({
  claims,
  total,
  pages: Math.max(1, Math.ceil(total / PAGE_SIZE)),
})

/** One claim as it is now; undefined when its award was taken back. */
export async function loadClaim(id: string): Promise<PrizeClaim | undefined> {
  const client = await supabase()
  const { data } = await selected(client).eq('id', id).maybeSingle().throwOnError()
  return data ? claimOf(data) : undefined
}

/** The parcels among what a search finds: things that were claimed and are still to be sent, oldest first. */
export const packingQuery = (search: ClaimsSearch) =>
  queryOptions({
    queryKey: claimsKeys.packing(search),
    queryFn: () => loadClaims({ ...search, order: 'open' }, 'physical'),
    staleTime: 0,
  })

/**
 * Everything that a search finds, in its order, for files and lists to print.
 * @param type leaves out prizes of other types.
 */
export async function loadClaims(search: ClaimsSearch, type?: PrizeClaim['prize']['type']): Promise<PrizeClaim[]> {
  const client = await supabase()
  const claims: PrizeClaim[] = []
  for (;;) {
    let found = matching(selected(client), search)
    if (type) found = found.eq('item_type', type)
    // Pages follow the id, so that changes meanwhile lose no row.
    const last = claims.at(-1)
    if (last) found = found.gt('id', last.id)
    const { data } = await found.order('id').limit(BATCH).throwOnError()
    claims.push(...data.map(claimOf))
    if (data.length < BATCH) break
  }
  const sign = search.order === 'open' ? 1 : -1
  return claims.sort((one, other) => sign * (Date.parse(one.awardedAt) - Date.parse(other.awardedAt)))
}

function matching(rows: ClaimRows, { text, status, order }: ClaimsSearch): ClaimRows {
  let found = rows
  // The column is in this form too, so that width and case of letters do not matter.
  if (text) found = found.ilike('search_text', containing(text.normalize('NFKC').toLowerCase()))
  if (status !== 'all') found = found.eq('fulfillment_status', status)
  if (order === 'open') found = found.eq('status', 'claimed').in('fulfillment_status', OPEN_STATUSES)
  return found
}
