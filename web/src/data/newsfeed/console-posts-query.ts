import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { allRows } from '../../lib/all-rows.ts'
import { consoleCounts } from '../../lib/console-counts.ts'
import { memberName } from '../../lib/member-name.ts'
import { rowsThere } from '../../lib/rows-there.ts'
import { likePattern } from '../../lib/search-filter.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { consolePostsKeys } from './console-keys.ts'
import type { ConsolePost, PostsPage } from './console-post.ts'
import type { PostsFound, PostsSearch, PostView } from './console-posts-search.ts'
import { allTeamPosts, isForTheTeam, teamPosts } from './console-team-posts.ts'

export const CONSOLE_POSTS = 25

const allPosts = (client: BanksideClient, counting: { count: 'exact'; head: boolean }) =>
  client
    .from('newsfeed_posts')
    .select(
      'id, content, created_at, image_url, more_images, pinned_until, author:profiles!newsfeed_posts_user_id_fkey (username)',
      counting,
    )

/** One page of the posts that a search finds. A page past the last one is empty, with the total. */
export const consolePostsQuery = (search: PostsSearch) =>
  queryOptions({
    queryKey: consolePostsKeys.list(search),
    queryFn: ({ signal }) => loadPosts(search, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** One post that everyone sees; null when there is none. */
export const consolePostQuery = (id: string) =>
  queryOptions({
    queryKey: consolePostsKeys.one(id),
    queryFn: async ({ signal }): Promise<ConsolePost | null> => {
      const client = await supabase()
      const found = allPosts(client, { count: 'exact', head: false }).eq('id', id)
      const { data } = await found.abortSignal(signal).maybeSingle().throwOnError()
      return data && postOf(data)
    },
  })

/** Which of these posts still exist, and are not hidden. */
export const postsThere = (ids: readonly string[]) =>
  rowsThere(consolePostsKeys.all, ids, async (some, signal) =>
    (await supabase()).from('newsfeed_posts').select('id').in('id', some).abortSignal(signal).throwOnError(),
  )

/** How many posts the views have that somebody of the team works through. */
export const postCountsQuery = () => consoleCounts<PostView>('posts', consolePostsKeys.counts())

function matching(client: BanksideClient, { view, text }: PostsFound, head = false) {
  let found = allPosts(client, { count: 'exact', head })
  // Announcements are those with a pin, which may have ended; the pins have an index.
  if (view === 'announcements') found = found.not('pinned_until', 'is', null)
  if (view === 'pinned') found = found.gt('pinned_until', new Date(serverNow()).toISOString())
  if (view === 'members') found = found.eq('type', 'post').is('pinned_until', null)
  return text ? found.ilike('content', likePattern(text)) : found
}

async function loadPosts(search: PostsSearch, signal: AbortSignal): Promise<PostsPage> {
  const client = await supabase()
  const { view, text, oldestFirst, page } = search
  if (isForTheTeam(view)) return teamPosts(client, { view, text, oldestFirst, page, size: CONSOLE_POSTS }, signal)
  const first = (page - 1) * CONSOLE_POSTS
  const { data, count, error } = await matching(client, search)
    .order('created_at', { ascending: oldestFirst })
    // Without a unique last sort column a post could appear on two pages or on none.
    .order('id')
    .range(first, first + CONSOLE_POSTS - 1)
    .abortSignal(signal)
  if (error?.code === 'PGRST103') {
    const counted = await matching(client, search, true).abortSignal(signal).throwOnError()
    return { posts: [], total: counted.count ?? 0 }
  }
  if (error) throw error
  return { posts: data.map(postOf), total: count ?? data.length }
}

/** All posts that a search finds, newest first. The export is first recorded; if that fails, there is no file. */
export async function loadAllPosts({ view, text }: PostsFound): Promise<ConsolePost[]> {
  const client = await supabase()
  await client.rpc('note_export', { list: 'posts' }).throwOnError()
  if (isForTheTeam(view)) return allTeamPosts(client, { view, text })
  const rows = await allRows((first, last) =>
    matching(client, { view, text }).order('created_at', { ascending: false }).order('id').range(first, last),
  )
  return rows.map(postOf)
}

const postOf = (row: RowOf<typeof allPosts>): ConsolePost => ({
  id: row.id,
  content: row.content,
  author: memberName(row.author?.username),
  createdAt: row.created_at,
  photos: row.image_url === null ? 0 : 1 + row.more_images.length,
  pinnedUntil: row.pinned_until,
  isHidden: false,
  caseId: null,
  reports: 0,
})
