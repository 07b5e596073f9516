import { useQueryClient } from '@tanstack/react-query'
import { consolePostsKeys } from './console-keys.ts'
import { type NewPost, type PublishedPost, usePostCreateMutation } from './post-create-mutation.ts'
import { usePostDeleteMutation } from './post-delete-mutation.ts'

/** Publishes a post, as in the newsfeed, and loads the console's list again. */
export function useConsolePostCreate(userId: string): (post: NewPost) => Promise<PublishedPost> {
  const queries = useQueryClient()
  const create = usePostCreateMutation(userId)
  return async (post) => {
    const published = await create.mutateAsync(post)
    await queries.invalidateQueries({ queryKey: consolePostsKeys.all })
    return published
  }
}

/** Deletes a post, as in the newsfeed, and loads the console's list again. */
export function useConsolePostDelete(postId: string): () => Promise<void> {
  const queries = useQueryClient()
  const remove = usePostDeleteMutation(postId)
  return async () => {
    await remove.mutateAsync()
    await queries.invalidateQueries({ queryKey: consolePostsKeys.all })
  }
}
