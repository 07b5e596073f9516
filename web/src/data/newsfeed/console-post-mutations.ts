import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { consolePostsKeys } from './console-keys.ts'
import { newsfeedKeys } from './keys.ts'

// The feed's own mutations put the post into the loaded feed. The console does without their code.

/** Loads the console's list and the feed again. */
export const reloadPosts = (queries: QueryClient) =>
  Promise.all([consolePostsKeys.all, newsfeedKeys.all].map((queryKey) => queries.invalidateQueries({ queryKey })))

export interface Announcement {
  content: string
  imageUrl: string | null
  /** Request ID, the same for every attempt; the database creates the post once. */
  requestId: string
}

/** Publishes an announcement, pinned for 7 days; `earlier` when an earlier attempt had been stored. Safe to repeat. */
export function useAnnouncementMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: announce,
    onSettled: () => reloadPosts(queries),
  })
}

async function announce({ content, imageUrl, requestId }: Announcement): Promise<{ earlier: boolean }> {
  const client = await supabase()
  const row = { content, image_url: imageUrl, is_announcement: true, type: 'post', request_id: requestId }
  const { error } = await client.from('newsfeed_posts').insert(row)
  if (!error) return { earlier: false }
  if (isRepeated(error) && (await rowOfRequest(client, requestId))) return { earlier: true }
  throw error
}

/** Deletes a post. One that was already deleted counts as done; one that still exists is an error. */
export function useConsolePostDeleteMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (postId: string) => {
      const client = await supabase()
      const rows = () => client.from('newsfeed_posts')
      const { data: gone } = await rows().delete().eq('id', postId).select('id').throwOnError()
      if (gone.length > 0) return
      // The database filters out rows that may not be deleted without an error; a second read detects that.
      const { data: still } = await rows().select('id').eq('id', postId).throwOnError()
      if (still.length > 0) throw new Error(`post ${postId} was not deleted`)
    },
    onSettled: () => reloadPosts(queries),
  })
}

/** Deletes posts that are shown. @returns the number that were deleted now; others were gone or are hidden. */
export function useConsolePostsDeleteMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (postIds: readonly string[]) => {
      const client = await supabase()
      const rows = client.from('newsfeed_posts')
      const { data } = await rows
        .delete()
        .in('id', [...postIds])
        .select('id')
        .throwOnError()
      return data.length
    },
    onSettled: () => reloadPosts(queries),
  })
}

/** Hides posts from everyone, by a decision that can be undone. Safe to repeat: a post that is hidden stays so. */
export function useHidePostsMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (postIds: readonly string[]) => {
      const client = await supabase()
      const { data } = await client.rpc('hide_posts', { post_ids: [...postIds] }).throwOnError()
      return data
    },
    onSettled: () => reloadPosts(queries),
  })
}
