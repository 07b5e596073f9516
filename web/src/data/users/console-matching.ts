import { likePattern } from '../../lib/search-filter.ts'

interface Matching {
  ilike(column: 'search_text', pattern: string): this
}

/** A query of accounts, with only those whose username or email contains the text; all of them without a text. */
export function matchingText<Query extends Matching>(query: Query, text: string): Query {
  // The column is normalised in the same way, so that width and case of letters do not matter.
  const normal = text.normalize('NFKC').toLowerCase()
  return normal ? query.ilike('search_text', likePattern(normal)) : query
}
