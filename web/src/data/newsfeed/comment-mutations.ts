import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isRepeated } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { COMMENT_COLUMNS, type Comment, type Thread } from './comments-query.ts'
import { patchPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'
import { patchLoaded } from './patch-loaded.ts'
import type { Post } from './post.ts'
import { refreshAfterWrite } from './refresh-posts.ts'
import { mapComments, withComment } from './thread-pages.ts'

export interface NewComment {
  /** Request ID, the same for every attempt; the database creates the comment once. */
  requestId: string
  content: string
}

/** Adds a comment; the thread then shows it as stored. Safe to repeat. */
export function useCommentAddMutation(postId: string, userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: newsfeedKeys.comment(postId),
    mutationFn: (comment: NewComment) => addComment(postId, userId, comment),
    onSuccess: (comment) =>
      comment
        ? change(
            queryClient,
            postId,
            (thread) => withComment(thread, comment),
            (post) => ({
              ...post,
              comment_count: post.comment_count + 1,
              last_comment: { id: comment.id, username: comment.author.username, content: comment.content },
            }),
          )
        : Promise.all(
            [newsfeedKeys.thread(postId), newsfeedKeys.post(postId), newsfeedKeys.fresh()].map((queryKey) =>
              queryClient.invalidateQueries({ queryKey }),
            ),
          ),
    // It may have been written all the same, and was not shown while it was being sent.
    onError: () => queryClient.invalidateQueries({ queryKey: newsfeedKeys.thread(postId) }),
    onSettled: () => refreshAfterWrite(queryClient, postId),
  })
}

/** The stored comment; null when an earlier attempt had already created it. */
async function addComment(postId: string, userId: string, { requestId, content }: NewComment): Promise<Comment | null> {
  const client = await supabase()
  const { data, error } = await client
    .from('newsfeed_comments')
    .insert({ request_id: requestId, post_id: postId, user_id: userId, content })
    .select(COMMENT_COLUMNS)
    .single()
  if (!error) return data
  if (isRepeated(error)) return null
  throw error
}

/** Changes the text of a comment. Fails when it was deleted or the caller may not change it. */
export function useCommentUpdateMutation(postId: string, commentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (content: string) => {
      const client = await supabase()
      const { data } = await client
        .from('newsfeed_comments')
        .update({ content })
        .eq('id', commentId)
        .select('content, mentioned')
        .single()
        .throwOnError()
      return data
    },
    onSuccess: (saved) =>
      change(
        queryClient,
        postId,
        (thread) => mapComments(thread, (comment) => (comment.id === commentId ? { ...comment, ...saved } : comment)),
        ({ last_comment: last, ...post }) => ({
          ...post,
          last_comment: last?.id === commentId ? { ...last, content: saved.content } : last,
        }),
      ),
  })
}

/** Deletes a comment. An already deleted one counts as done. */
export function useCommentDeleteMutation(postId: string, commentId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: newsfeedKeys.write(postId),
    mutationFn: () => deleteComment(commentId),
    onSuccess: () =>
      change(
        queryClient,
        postId,
        (thread) => mapComments(thread, (comment) => (comment.id === commentId ? undefined : comment)),
        (post) => ({
          ...post,
          comment_count: Math.max(0, post.comment_count - 1),
          last_comment: post.last_comment?.id === commentId ? null : post.last_comment,
        }),
      ),
    onSettled: () => refreshAfterWrite(queryClient, postId),
  })
}

async function deleteComment(id: string): Promise<void> {
  const client = await supabase()
  const { data: gone } = await client.from('newsfeed_comments').delete().eq('id', id).select('id').throwOnError()
  if (gone.length > 0) return
  // The database filters out rows that may not be deleted without an error; a second read detects that.
  const { data: still } = await client.from('newsfeed_comments').select('id').eq('id', id).throwOnError()
  if (still.length > 0) throw new Error(`comment ${id} was not deleted`)
}

async function change(
  queryClient: QueryClient,
  postId: string,
  patch: (thread: Thread) => Thread,
  patchCard: (post: Post) => Post,
) {
  const queryKey = newsfeedKeys.thread(postId)
  await queryClient.cancelQueries({ queryKey })
  const resume = await holdFresh(queryClient)
  queryClient.setQueryData<Thread>(queryKey, (thread) => thread && patch(thread))
  patchLoaded(queryClient, (feed) => patchPost(feed, postId, patchCard))
  resume()
}
