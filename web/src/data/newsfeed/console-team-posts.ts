import { memberName } from '../../lib/member-name.ts'
import type { BanksideClient } from '../../lib/supabase.ts'
import type { ConsolePost, PostsPage } from './console-post.ts'
import type { PostsFound } from './console-posts-search.ts'

/** The views of what members see no longer, or have reported. */
type TeamView = Extract<PostsFound['view'], 'hidden' | 'reported'>

export const isForTheTeam = (view: PostsFound['view']): view is TeamView => view === 'hidden' || view === 'reported'

interface TeamPosts extends PostsFound {
  view: TeamView
}

interface TeamPostsSearch extends TeamPosts {
  oldestFirst: boolean
  page: number
  size: number
}

interface TeamPostJson {
  id: string
  content: string
  author: string | null
  created_at: string
  image_url: string | null
  more_images: string[]
  pinned_until: string | null
  hidden_at: string | null
  case_id: string | null
  reports: number
}

/** One page of the posts that are hidden or reported. */
export async function teamPosts(
  client: BanksideClient,
  { view, text, oldestFirst, page, size }: TeamPostsSearch,
  signal?: AbortSignal,
): Promise<PostsPage> {
  const asked = { list: view, search: text, oldest_first: oldestFirst, page, size }
  const request = client.rpc('console_posts', asked, { get: true })
  const { data } = await (signal ? request.abortSignal(signal) : request).throwOnError()
  const { posts, total } = data as unknown as { posts: TeamPostJson[]; total: number }
  return { posts: posts.map(postOf), total }
}

const BATCH = 1000

/** All of them, newest first. */
export async function allTeamPosts(client: BanksideClient, found: TeamPosts): Promise<ConsolePost[]> {
  const posts: ConsolePost[] = []
  for (let page = 1; ; page += 1) {
    const next = await teamPosts(client, { ...found, oldestFirst: false, page, size: BATCH })
    posts.push(...next.posts)
    if (next.posts.length < BATCH) return posts
  }
}

const postOf = (post: TeamPostJson): ConsolePost => ({
  id: post.id,
  content: post.content,
  author: memberName(post.author ?? undefined),
  createdAt: post.created_at,
  photos: post.image_url === null ? 0 : 1 + post.more_images.length,
  pinnedUntil: post.pinned_until,
  isHidden: post.hidden_at !== null,
  caseId: post.case_id,
  reports: post.reports,
})
