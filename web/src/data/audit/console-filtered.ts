import { likePattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { type AuditSearch, OPERATOR, trail as wholeTrail } from './audit-entry.ts'

/** The trail restricted by a search, without order and page. */
export async function filteredTrail({ text, actions, actor }: Omit<AuditSearch, 'page' | 'newestFirst'>, head = false) {
  const client = await supabase()
  let trail = wholeTrail(client, head)
  // The column is normalised in the same way, so that width and case of letters do not matter.
  const name = text.normalize('NFKC').toLowerCase()
  if (name) trail = trail.ilike('search_text', likePattern(name))
  if (actions.length > 0) trail = trail.in('action', actions)
  if (actor === OPERATOR) trail = trail.is('actor_id', null)
  else if (actor !== undefined) trail = trail.eq('actor_id', actor)
  // A builder is thenable, so returning it directly would run it; wrapped in an object it stays a builder.
  return { trail }
}
