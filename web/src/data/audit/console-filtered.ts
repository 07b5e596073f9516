import { likePattern } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { type AuditSearch, type AuditWord, OPERATOR, trail as wholeTrail } from './audit-entry.ts'

/** The trail restricted by a search, without order and page. */
export async function filteredTrail(
  { words, actions, actor, from, until }: Omit<AuditSearch, 'page' | 'newestFirst'>,
  counted?: 'rows' | 'only',
) {
  const client = await supabase()
  let trail = wholeTrail(client, counted)
  for (const word of words) trail = trail.or(wordFilter(word))
  if (actions.length > 0) trail = trail.in('action', actions)
  if (actor === OPERATOR) trail = trail.is('actor_id', null)
  else if (actor !== undefined) trail = trail.eq('actor_id', actor)
  if (from !== undefined) trail = trail.gte('at', from)
  if (until !== undefined) trail = trail.lt('at', until)
  // A builder is thenable, so returning it directly would run it; wrapped in an object it stays a builder.
  return { trail }
}

/** The `or` filter of a word. */
export function wordFilter({ text, actions, codes }: AuditWord): string {
  return [
    inTexts(text),
    ...(actions.length > 0 ? [`action.in.(${actions.join(',')})`] : []),
    ...codes.map(({ action, code }) => `and(action.eq.${action},${inTexts(code)})`),
  ].join(',')
}

// Text and column are in lower case, so that the database need not ignore case, which takes several times as long. Quotes
// and backslashes are escaped; commas and brackets have no meaning.
const inTexts = (text: string) => `search_text.like."${likePattern(text).replace(/[\\"]/g, '\\$&')}"`
