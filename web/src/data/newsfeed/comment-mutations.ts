import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { COMMENT_COLUMNS, type Comment, mapComments, type Thread, withNewComment } from './comments-query.ts'
import { type Feed, patchPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'

/** Adds a comment; the thread then shows it as the database kept it. */
export function useCommentAddMutation(postId: string, userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (content: string) => {
      const client = await supabase()
      const { data } = await client
        .from('newsfeed_comments')
        .insert({ post_id: postId, user_id: userId, content })
        .select(COMMENT_COLUMNS)
        .single()
        .throwOnError()
        .overrideTypes<Comment, { merge: false }>()
      return data
    },
    onSuccess: (comment) => change(queryClient, postId, (thread) => withNewComment(thread, comment), 1),
  })
}

/** Changes the text of a comment. Fails when it is gone or not the caller's to change. */
export function useCommentUpdateMutation(postId: string, commentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (content: string) => {
      const client = await supabase()
      const { data } = await client
        .from('newsfeed_comments')
        .update({ content })
        .eq('id', commentId)
        .select('content')
        .single()
        .throwOnError()
      return data
    },
    onSuccess: ({ content }) =>
      change(queryClient, postId, (thread) =>
        mapComments(thread, (comment) => (comment.id === commentId ? { ...comment, content } : comment)),
      ),
  })
}

/** Deletes a comment. One that is gone already counts as done. */
export function useCommentDeleteMutation(postId: string, commentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteComment(commentId),
    onSuccess: () =>
      change(
        queryClient,
        postId,
        (thread) => mapComments(thread, (comment) => (comment.id === commentId ? undefined : comment)),
        -1,
      ),
  })
}

async function deleteComment(id: string): Promise<void> {
  const client = await supabase()
  const { data: gone } = await client.from('newsfeed_comments').delete().eq('id', id).select('id').throwOnError()
  if (gone.length > 0) return
  // The database hides what may not be deleted instead of refusing; only a look tells the two apart.
  const { data: still } = await client.from('newsfeed_comments').select('id').eq('id', id).throwOnError()
  if (still.length > 0) throw new Error(`comment ${id} was not deleted`)
}

async function change(queryClient: QueryClient, postId: string, patch: (thread: Thread) => Thread, count = 0) {
  const queryKey = newsfeedKeys.thread(postId)
  await queryClient.cancelQueries({ queryKey })
  const resume = await holdFresh(queryClient)
  queryClient.setQueryData<Thread>(queryKey, (thread) => thread && patch(thread))
  queryClient.setQueryData<Feed>(
    newsfeedKeys.feed(),
    (feed) =>
      feed && patchPost(feed, postId, (post) => ({ ...post, comment_count: Math.max(0, post.comment_count + count) })),
  )
  resume()
}
