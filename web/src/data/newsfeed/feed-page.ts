import { type BanksideClient, supabase } from '../../lib/supabase.ts'
import { POST_COLUMNS, type Post } from './post.ts'

export const PAGE_SIZE = 20
// Far more than are ever pinned at once; it only keeps an answer bounded.
const PINNED_MAX = 50
// Keeps the address of a request within what every proxy takes.
const IDS_PER_REQUEST = 50

/** Where the next page begins: after the post with this date and id. */
export interface FeedCursor {
  created_at: string
  id: string
}

/** One page of the feed; only the first one has what is pinned. */
export interface FeedPage {
  pinned: Post[]
  posts: Post[]
  /** Undefined when the feed ends here. */
  next: FeedCursor | undefined
}

/** The pinned announcements, newest pin first, and the newest of everything else. */
export async function loadFirstPage(signal: AbortSignal): Promise<FeedPage> {
  const client = await supabase()
  const [pinned, page] = await Promise.all([listPinned(client, signal), listByDate(client, undefined, signal)])
  return { pinned, ...page }
}

/** The page after a post, by date. */
export async function loadPageAfter(cursor: FeedCursor, signal: AbortSignal): Promise<FeedPage> {
  return { pinned: [], ...(await listByDate(await supabase(), cursor, signal)) }
}

/** Those of the posts that the reader can still see, as they are now. */
export async function loadByIds(ids: readonly string[], signal: AbortSignal): Promise<Post[]> {
  const client = await supabase()
  const requests: Promise<Post[]>[] = []
  for (let start = 0; start < ids.length; start += IDS_PER_REQUEST)
    requests.push(listByIds(client, ids.slice(start, start + IDS_PER_REQUEST), signal))
  return (await Promise.all(requests)).flat()
}

async function listByIds(client: BanksideClient, ids: readonly string[], signal: AbortSignal): Promise<Post[]> {
  const { data } = await client
    .from('newsfeed_posts')
    .select(POST_COLUMNS)
    .in('id', ids)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<Post[], { merge: false }>()
  return data
}

async function listPinned(client: BanksideClient, signal: AbortSignal): Promise<Post[]> {
  const { data } = await client
    .from('newsfeed_posts')
    .select(POST_COLUMNS)
    // The database reads the word as its own present: a reader's clock may be wrong.
    .gt('pinned_until', 'now')
    .order('pinned_until', { ascending: false })
    .order('created_at', { ascending: false })
    .limit(PINNED_MAX)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<Post[], { merge: false }>()
  return data
}

async function listByDate(client: BanksideClient, after: FeedCursor | undefined, signal: AbortSignal) {
  let request = client.from('newsfeed_posts').select(POST_COLUMNS).or('pinned_until.is.null,pinned_until.lte.now')
  if (after) {
    // The first filter is implied by the second; it is the one that the index can use.
    request = request.lte('created_at', after.created_at).or(`created_at.lt."${after.created_at}",id.lt.${after.id}`)
  }
  const { data: posts } = await request
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<Post[], { merge: false }>()
  const last = posts.length === PAGE_SIZE ? posts.at(-1) : undefined
  return { posts, next: last && { created_at: last.created_at, id: last.id } }
}
