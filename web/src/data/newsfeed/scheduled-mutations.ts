import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requireValues } from '../../lib/has-values.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import { reloadPosts } from './console-post-mutations.ts'
import type { ScheduledAnnouncement } from './scheduled-announcement.ts'

export interface NewScheduled {
  content: string
  imageUrl: string | null
  /** ISO 8601, within a year. */
  publishAt: string
  /** Request ID, the same for every attempt; the database schedules it once. */
  requestId: string
}

export interface ScheduledChange {
  content: string
  publishAt: string
  /** A photo can be taken away, and is never replaced. */
  withoutPhoto: boolean
}

/** Schedules an announcement; `earlier` when an earlier attempt had been stored. Safe to repeat. */
export function useScheduleMutation() {
  return useScheduledMutation(schedule)
}

/** Changes the version that was seen; `StaleError` when it was changed, published or cancelled in the meantime. */
export function useScheduledEditMutation() {
  return useScheduledMutation(edit)
}

/** Publishes the version that was seen now; safe to repeat. `StaleError` when it was changed or cancelled, or would appear in another's name. */
export function useScheduledPublishMutation() {
  return useScheduledMutation(publish)
}

/** Cancels it; also resolves when it was cancelled before. `StaleError` when it was published or changed meanwhile. */
export function useScheduledCancelMutation() {
  return useScheduledMutation(cancel)
}

function useScheduledMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => reloadPosts(queries) })
}

async function schedule({ content, imageUrl, publishAt, requestId }: NewScheduled): Promise<{ earlier: boolean }> {
  const client = await supabase()
  const row = { content, image_url: imageUrl, publish_at: publishAt, request_id: requestId }
  const { error } = await client.from('scheduled_announcements').insert(row)
  if (!error) return { earlier: false }
  if (isRepeated(error) && (await rowOfRequest(client, requestId))) return { earlier: true }
  throw error
}

interface Edit {
  seen: ScheduledAnnouncement
  change: ScheduledChange
}

async function edit({ seen, change }: Edit): Promise<void> {
  const client = await supabase()
  const row = {
    content: change.content,
    publish_at: change.publishAt,
    ...(change.withoutPhoto && { image_url: null }),
  }
  const { data } = await client
    .from('scheduled_announcements')
    .update(row)
    .eq('id', seen.id)
    .eq('updated_at', seen.updatedAt)
    .select('id')
    .throwOnError()
  if (data.length > 0) return
  const { data: now } = await client
    .from('scheduled_announcements')
    .select('content, publish_at, image_url')
    .eq('id', seen.id)
    .maybeSingle()
    .throwOnError()
  requireValues(now, row)
}

async function publish({ id, updatedAt, obstacle }: ScheduledAnnouncement): Promise<void> {
  const client = await supabase()
  const seen = { announcement_id: id, seen: updatedAt, ...(obstacle && { obstacle }) }
  const { data } = await client.rpc('publish_announcement', seen).throwOnError()
  if (data !== 'published') throw new StaleError()
}

async function cancel({ id, updatedAt }: ScheduledAnnouncement): Promise<void> {
  const client = await supabase()
  const { data: gone } = await client
    .from('scheduled_announcements')
    .delete()
    .eq('id', id)
    .eq('updated_at', updatedAt)
    .select('id')
    .throwOnError()
  if (gone.length > 0) return
  const [{ data: changed }, { data: published }] = await Promise.all([
    client.from('scheduled_announcements').select('id').eq('id', id).throwOnError(),
    client.from('newsfeed_posts').select('id').eq('id', id).throwOnError(),
  ])
  if (changed.length + published.length > 0) throw new StaleError()
}
