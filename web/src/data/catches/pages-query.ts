import { infiniteQueryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { catchesKeys } from './keys.ts'

export const PAGE_SIZE = 20

interface Cursor {
  before_on: string
  before_at: string
  before_id: string
}

const journalPage = (client: BanksideClient, member_id: string, after: Cursor | undefined) =>
  client.rpc('journal_page', { member_id, size: PAGE_SIZE, ...after }, { get: true })

/** A catch of a journal. `visibility` is null in the journal of another member. */
export type Catch = RowOf<typeof journalPage>

/** A member's journal as the reader may see it, page by page, the latest day first. */
export const pagesQuery = (memberId: string) =>
  infiniteQueryOptions({
    queryKey: catchesKeys.pages(memberId),
    initialPageParam: undefined as Cursor | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Catch[]> => {
      const client = await supabase()
      const { data } = await journalPage(client, memberId, pageParam).abortSignal(signal).throwOnError()
      return data
    },
    getNextPageParam: (page) => {
      const last = page.length === PAGE_SIZE ? page.at(-1) : undefined
      return last && { before_on: last.caught_on, before_at: last.created_at, before_id: last.id }
    },
    staleTime: STALE.oneMinute,
  })
