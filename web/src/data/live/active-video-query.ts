import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { staleUnlessFollowed } from '../../lib/live/followed-rows.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { liveKeys } from './keys.ts'

/**
 * The current or next video. `provider` is `youtube`, `vimeo`, `twitch` or `facebook`; `video_id` is the provider's ID,
 * for Twitch `channel:<name>` or `video:<id>`.
 */
export type LiveVideo = RowOf<typeof activeVideo>

export const activeVideo = (client: BanksideClient) =>
  client
    .from('live_videos')
    .select('id, title, description, provider, video_id, scheduled_for')
    .eq('is_active', true)
    .limit(1)

/** The single active video, or null. */
export const activeVideoQuery = () =>
  queryOptions({
    queryKey: liveKeys.active(),
    queryFn: ({ signal }) => loadActiveVideo(signal),
    staleTime: staleUnlessFollowed(STALE.oneMinute),
  })

async function loadActiveVideo(signal: AbortSignal): Promise<LiveVideo | null> {
  const client = await supabase()
  const { data } = await activeVideo(client).abortSignal(signal).maybeSingle().throwOnError()
  return data
}
