import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { likePattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { type ClaimsSearch, OPEN_STATUSES } from './claims-search.ts'
import { allClaims, claimOf, type PrizeClaim } from './console-claim.ts'
import { claimsKeys } from './keys.ts'

const PAGE_SIZE = 25
// New claims appear within this time while the page is open.
const AGAIN_MS = 30_000
// Hosted services silently cut answers at this many rows.
const BATCH = 1000

export interface ClaimsPage {
  claims: PrizeClaim[]
  /** Total number of claims found. */
  total: number
  pages: number
}

type ClaimRows = ReturnType<typeof allClaims>

/** One page of the claims that a search finds. They send no live changes, so they are polled. */
export const claimsQuery = (search: ClaimsSearch, page: number) =>
  queryOptions({
    queryKey: claimsKeys.list(search, page),
    queryFn: ({ signal }) => loadPage(search, page, signal),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  })

async function loadPage(search: ClaimsSearch, page: number, signal: AbortSignal): Promise<ClaimsPage> {
  const client = await supabase()
  const first = (page - 1) * PAGE_SIZE
  const { data, count, error } = await matching(allClaims(client, { count: 'exact' }), search)
    .order('awarded_at', { ascending: search.order === 'open' })
    // Equal times are common: the items of a package are awarded together.
    .order('id')
    .range(first, first + PAGE_SIZE - 1)
    .abortSignal(signal)
  // A page past the last one: there are fewer claims now.
  if (error?.code === 'PGRST103') {
    const all = allClaims(client, { count: 'exact', head: true })
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
  const { data } = await allClaims(client).eq('id', id).maybeSingle().throwOnError()
  return data ? claimOf(data) : undefined
}

/** The parcels among the claims that a search finds: things claimed and not sent yet, oldest first. */
export const packingQuery = (search: ClaimsSearch) =>
  queryOptions({
    queryKey: claimsKeys.packing(search),
    queryFn: () => loadClaims({ ...search, order: 'open' }, 'physical'),
    staleTime: 0,
  })

/**
 * All claims that a search finds, for a file. The export is first recorded in the audit trail; if that fails, there is
 * no file.
 */
export async function exportClaims(search: ClaimsSearch): Promise<PrizeClaim[]> {
  const client = await supabase()
  await client.rpc('note_export', { list: 'claims' }).throwOnError()
  return loadClaims(search)
}

/**
 * All claims that a search finds, in its order, for files and printed lists.
 * @param type leaves out prizes of other types.
 */
async function loadClaims(search: ClaimsSearch, type?: PrizeClaim['prize']['type']): Promise<PrizeClaim[]> {
  const client = await supabase()
  const claims: PrizeClaim[] = []
  for (;;) {
    let found = matching(allClaims(client), search)
    if (type) found = found.eq('item_type', type)
    // Pages follow the ID, so that no row is lost when others change.
    const last = claims.at(-1)
    if (last) found = found.gt('id', last.id)
    const { data } = await found.order('id').limit(BATCH).throwOnError()
    claims.push(...data.map(claimOf))
    if (data.length < BATCH) break
  }
  const sign = search.order === 'open' ? 1 : -1
  return claims.sort((one, other) => sign * (Date.parse(one.awardedAt) - Date.parse(other.awardedAt)))
}

function matching(rows: ClaimRows, { text, status, order, id }: ClaimsSearch): ClaimRows {
  let found = id === undefined ? rows : rows.eq('id', id)
  // The column is normalised in the same way, so that width and case of letters do not matter.
  if (text) found = found.ilike('search_text', likePattern(text.normalize('NFKC').toLowerCase()))
  if (status !== 'all') found = found.eq('fulfillment_status', status)
  if (order === 'open') found = found.eq('status', 'claimed').in('fulfillment_status', OPEN_STATUSES)
  return found
}
