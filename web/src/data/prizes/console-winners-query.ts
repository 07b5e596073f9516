import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { containing } from '../../lib/search-filter.ts'
import { supabase } from '../../lib/supabase.ts'
import { prizesKeys } from './keys.ts'

const FOUND_MAX = 8

export interface PossibleWinner {
  id: string
  username: string
  email: string
  avatarUrl: string
}

/** Members whose name or address holds the text, at most eight; nobody for an empty text. */
export const winnersQuery = (text: string) =>
  queryOptions({
    queryKey: prizesKeys.winners(text),
    queryFn: ({ signal }) => findWinners(text, signal),
    staleTime: STALE.oneMinute,
    placeholderData: keepPreviousData,
    enabled: text !== '',
  })

async function findWinners(text: string, signal: AbortSignal): Promise<PossibleWinner[]> {
  const client = await supabase()
  const { data } = await client
    .from('user_profiles_with_email')
    .select('id, username, auth_email, avatar_url')
    .ilike('search_text', containing(text.normalize('NFKC').toLowerCase()))
    .order('username')
    .limit(FOUND_MAX)
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    id: row.id ?? '',
    username: row.username ?? '',
    email: row.auth_email ?? '',
    avatarUrl: row.avatar_url ?? '',
  }))
}
