import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { liveKeys } from './keys.ts'

/** The video that is on or comes next. */
export interface LiveVideo {
  id: string
  title: string
  description: string
  /** `youtube`, `vimeo`, `twitch` or `facebook`. */
  provider: string
  /** As the provider names it; for Twitch `channel:<name>` or `video:<id>`. */
  video_id: string
  scheduled_for: string
}

/** The single active video, or null. */
export const activeVideoQuery = () =>
  queryOptions({
    queryKey: liveKeys.active(),
    queryFn: ({ signal }) => loadActiveVideo(signal),
    staleTime: STALE.oneMinute,
  })

async function loadActiveVideo(signal: AbortSignal): Promise<LiveVideo | null> {
  const client = await supabase()
  const { data } = await client
    .from('live_videos')
    .select('id, title, description, provider, video_id, scheduled_for')
    .eq('is_active', true)
    .limit(1)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data
}
