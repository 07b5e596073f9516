import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allRows } from '../../lib/all-rows.ts'
import { memberName } from '../../lib/member-name.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { consolePostsKeys } from './console-keys.ts'
import type { ScheduledSearch } from './console-posts-search.ts'
import type { ScheduledAnnouncement, ScheduledPage } from './scheduled-announcement.ts'

export const SCHEDULED_SIZE = 25

const announcements = (client: BanksideClient, counting: { count: 'exact'; head: boolean }) =>
  client
    .from('scheduled_announcements')
    .select(
      'id, content, image_url, publish_at, failure, obstacle, updated_at, author:profiles!scheduled_announcements_user_id_fkey (username)',
      counting,
    )

/** One page of the announcements that wait, soonest first. A page past the last one is empty, with the total. */
export const scheduledQuery = (search: ScheduledSearch) =>
  queryOptions({
    queryKey: consolePostsKeys.scheduled(search),
    queryFn: ({ signal }) => loadScheduled(search, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** One of them; null when there is none, as after it was published. */
export const scheduledOneQuery = (id: string) =>
  queryOptions({
    queryKey: consolePostsKeys.oneScheduled(id),
    queryFn: async ({ signal }): Promise<ScheduledAnnouncement | null> => {
      const client = await supabase()
      const found = announcements(client, { count: 'exact', head: false }).eq('id', id)
      const { data } = await found.abortSignal(signal).maybeSingle().throwOnError()
      return data && announcementOf(data)
    },
  })

function matching(client: BanksideClient, text: string, head = false) {
  const found = announcements(client, { count: 'exact', head })
  return text ? found.ilike('content', likePattern(text)) : found
}

async function loadScheduled({ text, page }: ScheduledSearch, signal: AbortSignal): Promise<ScheduledPage> {
  const client = await supabase()
  const first = (page - 1) * SCHEDULED_SIZE
  const { data, count, error } = await matching(client, text)
    .order('publish_at')
    // Without a unique last sort column one could appear on two pages or on none.
    .order('id')
    .range(first, first + SCHEDULED_SIZE - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(client, text, true).abortSignal(signal).throwOnError()
    return { announcements: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { announcements: data.map(announcementOf), total: count ?? data.length }
}

/** All that a search finds, soonest first. The export is first recorded; if that fails, there is no file. */
export async function loadAllScheduled(text: string): Promise<ScheduledAnnouncement[]> {
  const client = await supabase()
  await client.rpc('note_export', { list: 'posts' }).throwOnError()
  const rows = await allRows((first, last) => matching(client, text).order('publish_at').order('id').range(first, last))
  return rows.map(announcementOf)
}

const announcementOf = (row: RowOf<typeof announcements>): ScheduledAnnouncement => ({
  id: row.id,
  content: row.content,
  author: memberName(row.author?.username),
  publishAt: row.publish_at,
  imageUrl: row.image_url,
  failure: row.failure,
  obstacle: row.obstacle,
  updatedAt: row.updated_at,
})
