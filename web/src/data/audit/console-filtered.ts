import { containing } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { type AuditSearch, OPERATOR } from './audit-entry.ts'

const COLUMNS = 'id, at, actor_id, actor_name, action, subject_kind, subject_id, subject_label, details'

/** The trail as far as a search reaches, without order and page. */
export async function filteredTrail({ text, actions, actor }: Omit<AuditSearch, 'page' | 'newestFirst'>, head = false) {
  const client = await supabase()
  let trail = client.from('audit_log').select(COLUMNS, { count: 'exact', head })
  // The column is in this form too, so that width and case of letters do not matter.
  const name = text.normalize('NFKC').toLowerCase()
  if (name) trail = trail.ilike('search_text', containing(name))
  if (actions.length > 0) trail = trail.in('action', actions)
  if (actor === OPERATOR) trail = trail.is('actor_id', null)
  else if (actor !== undefined) trail = trail.eq('actor_id', actor)
  // A builder can be awaited itself; in an object it stays one.
  return { trail }
}
