import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import type { ConsoleVideo } from './console-videos-query.ts'
import { liveKeys } from './keys.ts'

/** What the form writes. */
export interface VideoFields {
  title: string
  description: string
  /** An address or an embed code; the database takes provider and id out of it. */
  embedCode: string
  scheduledFor: string
  /** An active video switches every other one off. */
  isActive: boolean
}

/** Adds a video. */
export function useVideoCreateMutation() {
  return useVideosMutation(createVideo)
}

/** Changes a video over the version that was seen; {@link StaleError} when another admin was faster. */
export function useVideoEditMutation() {
  return useVideosMutation(({ seen, fields }: { seen: ConsoleVideo; fields: VideoFields }) =>
    updateVideo(seen, rowOf(fields)),
  )
}

/** Switches a video on, and with it every other one off, or off; {@link StaleError} as above. */
export function useVideoSwitchMutation() {
  return useVideosMutation((video: ConsoleVideo) => updateVideo(video, { is_active: !video.isActive }))
}

/** Deletes a video; resolves too when it is gone already. */
export function useVideoDeleteMutation() {
  return useVideosMutation(deleteVideo)
}

function useVideosMutation<Input>(mutationFn: (input: Input) => Promise<void>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: liveKeys.all }) })
}

const rowOf = ({ title, description, embedCode, scheduledFor, isActive }: VideoFields) => ({
  title,
  description,
  embed_code: embedCode,
  scheduled_for: scheduledFor,
  is_active: isActive,
})

async function createVideo(fields: VideoFields): Promise<void> {
  const client = await supabase()
  // Provider and id come from the embed code; the database fills them in before it looks whether they are there.
  await client
    .from('live_videos')
    .insert({ ...rowOf(fields), provider: '', video_id: '' })
    .throwOnError()
}

async function updateVideo({ id, updatedAt }: ConsoleVideo, change: Partial<ReturnType<typeof rowOf>>): Promise<void> {
  const client = await supabase()
  const { data } = await client
    .from('live_videos')
    .update({ ...change, updated_at: new Date().toISOString() })
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new StaleError()
}

async function deleteVideo(videoId: string): Promise<void> {
  const client = await supabase()
  await client.from('live_videos').delete().eq('id', videoId).throwOnError()
}
