import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { pointsKeys } from './keys.ts'
import { type LedgerRow, ledger } from './ledger-row.ts'

export const LEDGER_PAGE_SIZE = 20

export interface LedgerPage {
  rows: LedgerRow[]
  /** Number of rows in the member's whole ledger. */
  total: number
}

/** One page of a member's ledger, newest first; a page past the last one is empty. */
export const ledgerQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: pointsKeys.ledger(userId, page),
    queryFn: ({ signal }) => loadLedger(userId, page, signal),
    // The rows of one member must not appear under another's name, even for a moment.
    placeholderData: (before: LedgerPage | undefined, query) =>
      query?.queryKey[2] === userId ? keepPreviousData(before) : undefined,
  })

async function loadLedger(userId: string, page: number, signal: AbortSignal): Promise<LedgerPage> {
  const client = await supabase()
  const first = (page - 1) * LEDGER_PAGE_SIZE
  const { data, count, error } = await ledger(client, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id')
    .range(first, first + LEDGER_PAGE_SIZE - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') return { rows: [], total: 0 }
  if (error) throw error
  return { rows: data, total: count ?? data.length }
}
