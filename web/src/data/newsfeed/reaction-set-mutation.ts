import { useMutation, useQueryClient } from '@tanstack/react-query'
import { outcomeOf } from '../../lib/form/outcome.ts'
import { supabase } from '../../lib/supabase.ts'
import { loadByIds } from './feed-page.ts'
import { type Feed, mapPosts, patchPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'
import { patchLoaded } from './patch-loaded.ts'
import { type Reaction, withOwnReaction } from './reaction.ts'
import { refreshAfterWrite } from './refresh-posts.ts'

/**
 * Sets, changes or removes (`null`) the reader's reaction and shows what the server confirmed.
 * After a failure the post is loaded again, because the request may still have been carried out. When only the answer
 * was lost and the reaction is there, that is a success.
 */
export function useReactionSetMutation(postId: string, userId: string) {
  const queryClient = useQueryClient()
  const change = (patch: (feed: Feed) => Feed) => patchLoaded(queryClient, patch)
  return useMutation({
    mutationKey: newsfeedKeys.write(postId),
    mutationFn: async (reaction: Reaction | null) => {
      try {
        return await setReaction(postId, userId, reaction)
      } catch (error) {
        if (outcomeOf(error, navigator.onLine) === 'unknown' && (await isStored(postId, reaction))) return reaction
        throw error
      }
    },
    onSuccess: async (confirmed) => {
      const resume = await holdFresh(queryClient)
      change((feed) => patchPost(feed, postId, (post) => withOwnReaction(post, confirmed)))
      resume()
    },
    onError: async () => {
      const [post] = await loadByIds([postId], AbortSignal.timeout(RELOAD_MS)).catch((error: unknown) => {
        console.error('reload of the post', error)
        return [null]
      })
      if (post !== null) change((feed) => mapPosts(feed, (loaded) => (loaded.id === postId ? post : loaded)))
    },
    onSettled: () => refreshAfterWrite(queryClient, postId),
  })
}

const RELOAD_MS = 10_000

/** Whether a reaction whose answer was lost is there nevertheless. */
async function isStored(postId: string, reaction: Reaction | null): Promise<boolean> {
  try {
    const [post] = await loadByIds([postId], AbortSignal.timeout(RELOAD_MS))
    return post?.my_reaction === reaction
  } catch (error) {
    console.error('check of the reaction', error)
    return false
  }
}

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
  return data.reaction
}
