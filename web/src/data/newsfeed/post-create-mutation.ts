import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { type Feed, withNewPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'
import { POST_COLUMNS, type Post, posts } from './post.ts'

export interface NewPost {
  /** Request ID, the same for every attempt; the database creates the post once. */
  requestId: string
  content: string
  image_url: string | null
  /** The photos after the first. */
  more_images: string[]
  /** The database pins it for 7 days, and accepts it only from admins. */
  is_announcement: boolean
}

/** The stored post. */
export interface PublishedPost {
  /** Null when the author has deleted it in the meantime. */
  post: Post | null
  /** An earlier attempt had been written although its answer was lost. */
  earlier: boolean
}

/** Publishes a post and puts it, as stored, at the top of the feed. Safe to repeat. */
export function usePostCreateMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: newsfeedKeys.create(),
    mutationFn: (post: NewPost) => createPost(userId, post),
    onSuccess: async ({ post }) => {
      if (!post) return
      const resume = await holdFresh(queryClient)
      queryClient.setQueryData<Feed>(newsfeedKeys.feed(), (feed) => feed && withNewPost(feed, post))
      resume()
    },
  })
}

async function createPost(userId: string, { requestId, ...post }: NewPost): Promise<PublishedPost> {
  const client = await supabase()
  const { data, error } = await client
    .from('newsfeed_posts')
    .insert({ ...post, request_id: requestId, user_id: userId, type: 'post' })
    .select(POST_COLUMNS)
    .single()
  if (!error) return { post: data, earlier: false }
  const { image_url: first, more_images } = post
  if (error.code === 'FL001' && first)
    throw await import('./gone-photos.ts').then(
      ({ withPlaces }) => withPlaces(error, [first, ...more_images]),
      () => error,
    )
  const postId = isRepeated(error) && (await rowOfRequest(client, requestId))
  if (!postId) throw error
  const known = await posts(client).eq('id', postId).maybeSingle().throwOnError()
  return { post: known.data, earlier: true }
}
