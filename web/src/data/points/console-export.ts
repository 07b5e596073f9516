import { supabase } from '../../lib/supabase.ts'
import { LEDGER_COLUMNS, type LedgerRow } from './ledger-row.ts'

// Hosted services cut answers at this many rows without a word.
const BATCH = 1000

/**
 * The whole ledger, oldest first; of one member when `userId` is given. Pages follow date and id, so that rows added
 * or removed meanwhile shift nothing.
 */
export async function loadWholeLedger(userId?: string): Promise<LedgerRow[]> {
  const client = await supabase()
  const rows: LedgerRow[] = []
  for (;;) {
    let page = client.from('points_ledger').select(LEDGER_COLUMNS)
    if (userId) page = page.eq('user_id', userId)
    const last = rows.at(-1)
    if (last)
      page = page.or(`created_at.gt."${last.created_at}",and(created_at.eq."${last.created_at}",id.gt.${last.id})`)
    const { data } = await page
      .order('created_at')
      .order('id')
      .limit(BATCH)
      .throwOnError()
      .overrideTypes<LedgerRow[], { merge: false }>()
    rows.push(...data)
    if (data.length < BATCH) return rows
  }
}
