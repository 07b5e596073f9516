import { supabase } from '../../lib/supabase.ts'
import type { AuditEntry, AuditSearch } from './audit-entry.ts'
import { filteredTrail } from './console-filtered.ts'

// Hosted services silently cut answers at this many rows.
const BATCH = 1000

/**
 * All entries that a search finds, oldest first. Pages follow time and ID, so that new entries move no others. The export is
 * first recorded in the trail itself; if that fails, there is no file.
 */
export async function loadTrail(search: Omit<AuditSearch, 'page' | 'newestFirst'>): Promise<AuditEntry[]> {
  const client = await supabase()
  await client.rpc('note_export', { list: 'audit' }).throwOnError()
  const entries: AuditEntry[] = []
  for (;;) {
    let { trail } = await filteredTrail(search)
    const last = entries.at(-1)
    if (last) trail = trail.or(`at.gt."${last.at}",and(at.eq."${last.at}",id.gt.${last.id})`)
    const { data } = await trail.order('at').order('id').limit(BATCH).throwOnError()
    entries.push(...data)
    if (data.length < BATCH) return entries
  }
}
