import { supabase } from '../../lib/supabase.ts'
import { type LedgerRow, ledger } from './ledger-row.ts'

// Hosted services silently cut answers at this many rows.
const BATCH = 1000

/**
 * The whole ledger, oldest first; or one member's for a `userId`. Pages follow date and ID, so that rows added
 * or removed in the meantime move no others.
 */
export async function loadWholeLedger(userId?: string): Promise<LedgerRow[]> {
  const client = await supabase()
  const rows: LedgerRow[] = []
  for (;;) {
    let page = ledger(client)
    if (userId) page = page.eq('user_id', userId)
    const last = rows.at(-1)
    if (last)
      page = page.or(`created_at.gt."${last.created_at}",and(created_at.eq."${last.created_at}",id.gt.${last.id})`)
    const { data } = await page.order('created_at').order('id').limit(BATCH).throwOnError()
    rows.push(...data)
    if (data.length < BATCH) return rows
  }
}
