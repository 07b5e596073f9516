import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type Feed, patchPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'

/** Changes the text of a post. Fails when the post is gone or not the caller's to change. */
export function usePostUpdateMutation(postId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (content: string) => {
      const client = await supabase()
      const { data } = await client
        .from('newsfeed_posts')
        .update({ content })
        .eq('id', postId)
        .select('content')
        .single()
        .throwOnError()
      return data
    },
    onSuccess: async ({ content }) => {
      const resume = await holdFresh(queryClient)
      queryClient.setQueryData<Feed>(
        newsfeedKeys.feed(),
        (feed) => feed && patchPost(feed, postId, (post) => ({ ...post, content })),
      )
      resume()
    },
  })
}
