import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { mapPosts } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'
import { patchLoaded } from './patch-loaded.ts'

/** Deletes a post. A post that was already deleted counts as done; one that still exists is an error. */
export function usePostDeleteMutation(postId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deletePost(postId),
    onSuccess: async () => {
      const resume = await holdFresh(queryClient)
      patchLoaded(queryClient, (feed) => mapPosts(feed, (post) => (post.id === postId ? undefined : post)))
      queryClient.removeQueries({ queryKey: newsfeedKeys.thread(postId) })
      resume()
    },
  })
}

async function deletePost(postId: string): Promise<void> {
  const client = await supabase()
  const { data: gone } = await client.from('newsfeed_posts').delete().eq('id', postId).select('id').throwOnError()
  if (gone.length > 0) return
  // The database filters out rows that may not be deleted without an error; a second read detects that.
  const { data: still } = await client.from('newsfeed_posts').select('id').eq('id', postId).throwOnError()
  if (still.length > 0) throw new Error(`post ${postId} was not deleted`)
}
