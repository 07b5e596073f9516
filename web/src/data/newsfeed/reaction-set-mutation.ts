import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { loadByIds } from './feed-page.ts'
import { type Feed, mapPosts, patchPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'
import { type Reaction, withMine } from './reaction.ts'

/**
 * Gives, exchanges or takes back (`null`) the reader's reaction and shows what the server confirmed.
 * After a failure the post is loaded again, since nobody knows how far the request came.
 */
export function useReactionSetMutation(postId: string, userId: string) {
  const queryClient = useQueryClient()
  const change = (patch: (feed: Feed) => Feed) =>
    queryClient.setQueryData<Feed>(newsfeedKeys.feed(), (feed) => feed && patch(feed))
  return useMutation({
    mutationFn: (reaction: Reaction | null) => setReaction(postId, userId, reaction),
    onSuccess: async (confirmed) => {
      const resume = await holdFresh(queryClient)
      change((feed) => patchPost(feed, postId, (post) => withMine(post, confirmed)))
      resume()
    },
    onError: async () => {
      const [post] = await loadByIds([postId], AbortSignal.timeout(RELOAD_MS)).catch((error: unknown) => {
        console.error('reload of the post', error)
        return [null]
      })
      if (post !== null) change((feed) => mapPosts(feed, (loaded) => (loaded.id === postId ? post : loaded)))
    },
  })
}

const RELOAD_MS = 10_000

async function setReaction(post_id: string, user_id: string, reaction: Reaction | null): Promise<Reaction | null> {
  const client = await supabase()
  const table = client.from('newsfeed_reactions')
  if (reaction === null) {
    await table.delete().eq('post_id', post_id).eq('user_id', user_id).throwOnError()
    return null
  }
  const { data } = await table
    .upsert({ post_id, user_id, reaction }, { onConflict: 'post_id,user_id' })
    .select('reaction')
    .single()
    .throwOnError()
  return data.reaction as Reaction
}
