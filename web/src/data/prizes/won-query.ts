import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { PRIZE_COLUMNS, type Prize, prizeOf } from './award.ts'
import { type ClaimProgress, PROGRESS_COLUMNS, progressOf } from './claim-progress.ts'
import { prizesKeys } from './keys.ts'

const PAGE_SIZE = 20
const DAY = 86_400_000
/** How long a claimed prize stays on the dashboard. */
export const RECENT_DAYS = 90

/** A prize that the viewer has won, in any state. */
export interface WonPrize {
  id: string
  awardedAt: string
  claimDeadline: string
  prize: Prize
  /** Undefined until it is claimed. */
  claim: ClaimProgress | undefined
}

export interface WonPage {
  prizes: WonPrize[]
  /** Total number of prizes that the viewer has won. */
  total: number
  pages: number
}

const COLUMNS = `id, awarded_at, claim_deadline, status, ${PROGRESS_COLUMNS}, ${PRIZE_COLUMNS}` as const

// Admins may read the awards of all members; these pages show the viewer's own.
const won = (client: BanksideClient, userId: string, counting?: { count: 'exact' }) =>
  client.from('prize_awards').select(COLUMNS, counting).eq('user_id', userId)

// A live change invalidates them; opening the page refetches them in any case.
const AGAIN = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** What the viewer claimed in the last {@link RECENT_DAYS} days, the latest claim first. */
export const recentClaimsQuery = (userId: string) =>
  queryOptions({
    queryKey: prizesKeys.recentClaims(userId),
    queryFn: ({ signal }) => listRecentClaims(userId, signal),
    ...AGAIN,
  })

async function listRecentClaims(userId: string, signal: AbortSignal): Promise<WonPrize[]> {
  const client = await supabase()
  const { data } = await won(client, userId)
    .eq('status', 'claimed')
    .gte('claimed_at', new Date(Date.now() - RECENT_DAYS * DAY).toISOString())
    .order('claimed_at', { ascending: false })
    .order('id')
    .limit(PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
  return data.map(wonOf)
}

/** One page of all that the viewer ever won, the latest first. */
export const wonPrizesQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: prizesKeys.won(userId, page),
    queryFn: ({ signal }) => loadWon(userId, page, signal),
    ...AGAIN,
    placeholderData: keepPreviousData,
  })

async function loadWon(userId: string, page: number, signal: AbortSignal): Promise<WonPage> {
  const client = await supabase()
  const first = (page - 1) * PAGE_SIZE
  const { data, count, error } = await won(client, userId, { count: 'exact' })
    .order('awarded_at', { ascending: false })
    .order('id')
    .range(first, first + PAGE_SIZE - 1)
    .abortSignal(signal)
  // A page past the last one, from an old address.
  if (error?.code === 'PGRST103') return page > 1 ? loadWon(userId, 1, signal) : { prizes: [], total: 0, pages: 1 }
  if (error) throw error
  const total = count ?? data.length
  return { prizes: data.map(wonOf), total, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)) }
}

const wonOf = (row: RowOf<typeof won>): WonPrize => ({
  id: row.id,
  awardedAt: row.awarded_at,
  claimDeadline: row.claim_deadline,
  prize: prizeOf(row.item),
  claim: row.status === 'claimed' ? progressOf(row) : undefined,
})
