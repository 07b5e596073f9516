import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { memberName } from '../../lib/member-name.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { consolePostsKeys } from './console-keys.ts'
import type { PostsSearch } from './console-posts-search.ts'

/** One post of the console's list. */
export interface ConsolePost {
  id: string
  content: string
  author: string
  createdAt: string
  hasPhoto: boolean
  /** The end of the pin, which may have passed; null for a post that is not an announcement. */
  pinnedUntil: string | null
}

export interface PostsPage {
  posts: ConsolePost[]
  /** Total number of posts found. */
  total: number
}

export const CONSOLE_POSTS = 25

const allPosts = (client: BanksideClient, counting: { count: 'exact'; head: boolean }) =>
  client
    .from('newsfeed_posts')
    .select(
      'id, content, created_at, image_url, pinned_until, author:profiles!newsfeed_posts_user_id_fkey (username)',
      counting,
    )

/** One page of the posts that a search finds, newest first. A page past the last one is empty, with the total. */
export const consolePostsQuery = (search: PostsSearch) =>
  queryOptions({
    queryKey: consolePostsKeys.list(search),
    queryFn: ({ signal }) => loadPosts(search, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

async function loadPosts({ view, text, page }: PostsSearch, signal: AbortSignal): Promise<PostsPage> {
  const client = await supabase()
  const matching = (head: boolean) => {
    let found = allPosts(client, { count: 'exact', head })
    if (view === 'announcements') found = found.eq('is_announcement', true)
    if (view === 'pinned') found = found.gt('pinned_until', new Date(serverNow()).toISOString())
    return text ? found.ilike('content', likePattern(text)) : found
  }
  const first = (page - 1) * CONSOLE_POSTS
  const { data, count, error } = await matching(false)
    .order('created_at', { ascending: false })
    // Without a unique last sort column a post could appear on two pages or on none.
    .order('id')
    .range(first, first + CONSOLE_POSTS - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(true).abortSignal(signal).throwOnError()
    return { posts: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { posts: data.map(postOf), total: count ?? data.length }
}

const postOf = (row: RowOf<typeof allPosts>): ConsolePost => ({
  id: row.id,
  content: row.content,
  author: memberName(row.author?.username),
  createdAt: row.created_at,
  hasPhoto: row.image_url !== null,
  pinnedUntil: row.pinned_until,
})
