import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { patchPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { patchLoaded } from './patch-loaded.ts'

/** Changes the text of a post. Fails when it was deleted or the caller may not change it. */
export function usePostUpdateMutation(postId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (content: string) => {
      const client = await supabase()
      const { data } = await client
        .from('newsfeed_posts')
        .update({ content })
        .eq('id', postId)
        .select('content, mentioned, edited_at')
        .single()
        .throwOnError()
      return data
    },
    onSuccess: async (saved) => {
      const resume = await holdFresh(queryClient)
      patchLoaded(queryClient, (feed) => patchPost(feed, postId, (post) => ({ ...post, ...saved })))
      resume()
    },
  })
}
