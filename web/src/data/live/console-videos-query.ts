import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
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

/** One page of all videos, the active one first, then by schedule, latest first. @param page from 1. */
export const consoleVideosQuery = (page: number) =>
  queryOptions({
    queryKey: liveKeys.console(page),
    queryFn: ({ signal }) => listVideos(page, signal),
    placeholderData: keepPreviousData,
  })

async function listVideos(page: number, signal: AbortSignal): Promise<ConsoleVideos> {
  const client = await supabase()
  const first = (page - 1) * VIDEOS_PAGE_SIZE
  const { data, count, error } = await client
    .from('live_videos')
    .select(VIDEO_COLUMNS, { count: 'exact' })
    .order('is_active', { ascending: false })
    .order('scheduled_for', { ascending: false })
    .order('id')
    .range(first, first + VIDEOS_PAGE_SIZE - 1)
    .abortSignal(signal)
  // The page is past the end: its last video was deleted, or the address is old.
  if (error?.code === 'PGRST103' && page > 1) {
    const { total } = await listVideos(1, signal)
    return { videos: [], total }
  }
  if (error) throw error
  const videos = data.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    embedCode: row.embed_code,
    provider: row.provider,
    videoId: row.video_id,
    scheduledFor: row.scheduled_for,
    isActive: row.is_active,
    updatedAt: row.updated_at,
  }))
  return { videos, total: count ?? videos.length }
}
