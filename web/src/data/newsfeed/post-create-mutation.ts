import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { type Feed, withNewPost } from './feed-pages.ts'
import { holdFresh } from './fresh-query.ts'
import { newsfeedKeys } from './keys.ts'
import { POST_COLUMNS, type Post } from './post.ts'

export interface NewPost {
  content: string
  image_url: string | null
  /** The database pins it for 7 days, and refuses it from anyone but admins. */
  is_announcement: boolean
}

/** Publishes a post and puts it, as the database kept it, at the top of the feed. */
export function usePostCreateMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (post: NewPost) => createPost(userId, post),
    onSuccess: async (post) => {
      const resume = await holdFresh(queryClient)
      queryClient.setQueryData<Feed>(newsfeedKeys.feed(), (feed) => feed && withNewPost(feed, post))
      resume()
    },
  })
}

async function createPost(userId: string, post: NewPost): Promise<Post> {
  const client = await supabase()
  const { data } = await client
    .from('newsfeed_posts')
    .insert({ ...post, user_id: userId, type: 'post' })
    .select(POST_COLUMNS)
    .single()
    .throwOnError()
    .overrideTypes<Post, { merge: false }>()
  return data
}
