import { infiniteQueryOptions } from '@tanstack/react-query'
import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from './keys.ts'
import type { FeedCursor } from './post.ts'

const reactions = (client: BanksideClient) =>
  client.from('newsfeed_reactions').select('id, reaction, created_at, member:profiles(id, username, avatar_url)')

const PAGE_SIZE = 30

/** Who reacted to a post, as far as the reader can see them, the latest first. Loaded whenever it is opened. */
export const reactorsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: newsfeedKeys.reactors(postId),
    initialPageParam: undefined as FeedCursor | undefined,
    queryFn: ({ pageParam, signal }) => listReactors(postId, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  })

async function listReactors(postId: string, before: FeedCursor | undefined, signal: AbortSignal) {
  const client = await supabase()
  let request = reactions(client).eq('post_id', postId)
  if (before) {
    request = request.lte('created_at', before.created_at).or(`created_at.lt."${before.created_at}",id.lt.${before.id}`)
  }
  const { data } = await request
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
  const last = data.length === PAGE_SIZE ? data.at(-1) : undefined
  return { reactors: data, next: last && { created_at: last.created_at, id: last.id } }
}
