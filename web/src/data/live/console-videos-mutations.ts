import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasValues } from '../../lib/has-values.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import type { ConsoleVideo } from './console-videos-query.ts'
import { liveKeys } from './keys.ts'

/** The values that the form writes. */
export interface VideoFields {
  title: string
  description: string
  /** An address or an embed code; the database extracts provider and ID from it. */
  embedCode: string
  scheduledFor: string
  /** Activating a video deactivates every other one. */
  isActive: boolean
}

/** A new video and its request ID, the same for every attempt; the database adds the video once. */
export interface NewVideo {
  requestId: string
  fields: VideoFields
}

/** Adds a video; safe to repeat. */
export function useVideoCreateMutation() {
  return useVideosMutation(createVideo)
}

/** Changes the version of a video that was seen; {@link StaleError} when another admin changed it first. */
export function useVideoEditMutation() {
  return useVideosMutation(({ seen, fields }: { seen: ConsoleVideo; fields: VideoFields }) =>
    updateVideo(seen, rowOf(fields)),
  )
}

/** Activates a video, which deactivates the others, or deactivates it; {@link StaleError} as above. */
export function useVideoSwitchMutation() {
  return useVideosMutation((video: ConsoleVideo) => updateVideo(video, { is_active: !video.isActive }))
}

/** Deletes a video; also resolves when it was already deleted. */
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

async function createVideo({ requestId, fields }: NewVideo): Promise<void> {
  const client = await supabase()
  const row = rowOf(fields)
  // Provider and ID come from the embed code; the database fills them in before its constraints are checked.
  const { error } = await client
    .from('live_videos')
    .insert({ request_id: requestId, ...row, provider: '', video_id: '' })
  if (!error) return
  // The answer to an earlier attempt may have been lost: then the video exists, and only its values may differ.
  const id = isRepeated(error) && (await rowOfRequest(client, requestId))
  if (!id) throw error
  const { data } = await client.from('live_videos').update(row).eq('id', id).select('id').throwOnError()
  if (data.length === 0) throw error
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
  if (data.length > 0) return
  const { data: now } = await client
    .from('live_videos')
    .select('title, description, video_id, scheduled_for, is_active')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  const { embed_code = now?.video_id ?? '', ...others } = change
  // An earlier attempt may have been written although its answer was lost. The embed code is not compared: the
  // database keeps only the plain address of it.
  if (!now || !hasValues(now, others) || !embed_code.includes(now.video_id)) throw new StaleError()
}

async function deleteVideo(videoId: string): Promise<void> {
  const client = await supabase()
  await client.from('live_videos').delete().eq('id', videoId).throwOnError()
}
