import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type Feed, mapPosts } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'

/** Deletes a post. One that somebody else has deleted already counts as done; one that stays does not. */
export function usePostDeleteMutation(postId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deletePost(postId),
    onSuccess: async () => {
      const resume = await holdFresh(queryClient)
      queryClient.setQueryData<Feed>(
        newsfeedKeys.feed(),
        (feed) => feed && mapPosts(feed, (post) => (post.id === postId ? undefined : post)),
      )
      queryClient.removeQueries({ queryKey: newsfeedKeys.thread(postId) })
      resume()
    },
  })
}

async function deletePost(postId: string): Promise<void> {
  const client = await supabase()
  const { data: gone } = await client.from('newsfeed_posts').delete().eq('id', postId).select('id').throwOnError()
  if (gone.length > 0) return
  // The database hides what may not be deleted instead of refusing; only a look tells the two apart.
  const { data: still } = await client.from('newsfeed_posts').select('id').eq('id', postId).throwOnError()
  if (still.length > 0) throw new Error(`post ${postId} was not deleted`)
}
