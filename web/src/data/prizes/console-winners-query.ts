import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { prizesKeys } from './keys.ts'

const FOUND_MAX = 8

export interface FoundWinners {
  winners: PossibleWinner[]
  /** Whether the text finds further members. */
  more: boolean
}

export interface PossibleWinner {
  id: string
  username: string
  email: string
  avatarUrl: string
}

/** At most eight members whose name or address contains the text, and whether there are more; none for a blank text. */
export const winnersQuery = (text: string) =>
  queryOptions({
    queryKey: prizesKeys.winners(text),
    queryFn: ({ signal }) => findWinners(text, signal),
    staleTime: STALE.oneMinute,
    placeholderData: keepPreviousData,
    enabled: text !== '',
  })

const accounts = (client: BanksideClient) =>
  client.from('user_profiles_with_email').select('id, username, auth_email, avatar_url')

async function findWinners(text: string, signal: AbortSignal): Promise<FoundWinners> {
  const client = await supabase()
  const { data } = await accounts(client)
    .ilike('search_text', likePattern(text.normalize('NFKC').toLowerCase()))
    .order('username')
    .limit(FOUND_MAX + 1)
    .abortSignal(signal)
    .throwOnError()
  return { winners: data.slice(0, FOUND_MAX).map(winnerOf), more: data.length > FOUND_MAX }
}

/** One member; null when there is none. */
export const winnerQuery = (id: string) =>
  queryOptions({
    queryKey: prizesKeys.winner(id),
    queryFn: async ({ signal }): Promise<PossibleWinner | null> => {
      const client = await supabase()
      const { data } = await accounts(client).eq('id', id).abortSignal(signal).maybeSingle().throwOnError()
      return data && winnerOf(data)
    },
  })

const winnerOf = (row: RowOf<typeof accounts>): PossibleWinner => ({
  id: row.id ?? '',
  username: row.username ?? '',
  email: row.auth_email ?? '',
  avatarUrl: row.avatar_url ?? '',
})
