import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allRows } from '../../lib/all-rows.ts'
import { consoleCounts } from '../../lib/console-counts.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import type { VideosFound, VideosSearch, VideoView } from './console-videos-search.ts'
import { liveKeys } from './keys.ts'

/** A live video as the console lists and edits it. */
export interface ConsoleVideo {
  id: string
  title: string
  description: string
  /** A plain address; the database stores no markup. */
  embedCode: string
  /** `youtube`, `vimeo`, `twitch` or `facebook`. */
  provider: string
  videoId: string
  scheduledFor: string
  isActive: boolean
  updatedAt: string
}

export interface ConsoleVideos {
  videos: ConsoleVideo[]
  total: number
}

export const VIDEOS_PAGE_SIZE = 20

const VIDEO_COLUMNS = 'id, title, description, embed_code, provider, video_id, scheduled_for, is_active, updated_at'

const videos = (client: BanksideClient, head = false) =>
  client.from('live_videos').select(VIDEO_COLUMNS, { count: 'exact', head })

/** One page of the videos that a search finds. A page past the last one is empty, with the total. */
export const consoleVideosQuery = (search: VideosSearch) =>
  queryOptions({
    queryKey: liveKeys.console(search),
    queryFn: ({ signal }) => listVideos(search, signal),
    placeholderData: keepPreviousData,
  })

/** One video; null when there is none. */
export const consoleVideoQuery = (id: string) =>
  queryOptions({
    queryKey: [...liveKeys.all, 'one', id],
    queryFn: async ({ signal }): Promise<ConsoleVideo | null> => {
      const client = await supabase()
      const { data } = await videos(client).eq('id', id).abortSignal(signal).maybeSingle().throwOnError()
      return data && readVideo(data)
    },
  })

/** How many videos each view has. */
export const videoCountsQuery = () => consoleCounts<VideoView>('videos', liveKeys.counts())

function matching(client: BanksideClient, { text, view }: VideosFound, head = false) {
  let found = videos(client, head)
  const now = new Date(serverNow()).toISOString()
  if (view !== 'all') found = found.eq('is_active', view === 'live')
  if (view === 'scheduled') found = found.gt('scheduled_for', now)
  if (view === 'ended') found = found.lte('scheduled_for', now)
  return text === '' ? found : found.ilike('title', likePattern(text))
}

const COLUMN = { scheduled: 'scheduled_for', title: 'title' } as const

async function listVideos(search: VideosSearch, signal: AbortSignal): Promise<ConsoleVideos> {
  const client = await supabase()
  const first = (search.page - 1) * VIDEOS_PAGE_SIZE
  const all = matching(client, search)
  // By schedule the active one comes first.
  const begun = search.sort === 'scheduled' ? all.order('is_active', { ascending: false }) : all
  const { data, count, error } = await begun
    .order(COLUMN[search.sort], { ascending: !search.descending })
    .order('id')
    .range(first, first + VIDEOS_PAGE_SIZE - 1)
    .abortSignal(signal)
  // The page is past the end: its last video was deleted, or the address is old.
  if (error?.code === 'PGRST103') {
    const counted = await matching(client, search, true).abortSignal(signal).throwOnError()
    return { videos: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { videos: data.map(readVideo), total: count ?? data.length }
}

/** All videos that a search finds, the latest first. */
export async function loadAllVideos(found: VideosFound): Promise<ConsoleVideo[]> {
  const client = await supabase()
  const rows = await allRows((first, last) =>
    matching(client, found).order('scheduled_for', { ascending: false }).order('id').range(first, last),
  )
  return rows.map(readVideo)
}

const readVideo = (row: RowOf<typeof videos>): ConsoleVideo => ({
  id: row.id,
  title: row.title,
  description: row.description,
  embedCode: row.embed_code,
  provider: row.provider,
  videoId: row.video_id,
  scheduledFor: row.scheduled_for,
  isActive: row.is_active,
  updatedAt: row.updated_at,
})
