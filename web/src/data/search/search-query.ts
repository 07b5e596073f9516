import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'

export interface Hit {
  kind: 'member' | 'post' | 'comment'
  id: string
  authorId: string
  username: string
  avatarUrl: string | null
  /** Of a post or comment the part around the first found word; of a member the area. */
  excerpt: Piece[]
  /** Of the post; members have the address of their name. */
  path: string | undefined
  at: string
}

/** A part of an excerpt; found words are marked. */
export interface Piece {
  text: string
  found: boolean
}

/** The shortest text that is searched for. */
export const SEARCH_MIN = 2

/** How many posts and comments a page has. */
const PAGE_SIZE = 40

/** Members by name and the newest posts and comments with all words of a text, then older ones page by page. */
export const searchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['search', text],
    enabled: text.length >= SEARCH_MIN,
    initialPageParam: undefined as Hit | undefined,
    queryFn: async ({ pageParam, signal }): Promise<Hit[]> => {
      const client = await supabase()
      const asked = pageParam
        ? client.rpc('search_older', { query: text, before: pageParam.at, before_id: pageParam.id }, { get: true })
        : client.rpc('search', { query: text }, { get: true })
      const { data } = await asked.abortSignal(signal).throwOnError()
      return data.flatMap((row) =>
        row.kind === 'member' || row.kind === 'post' || row.kind === 'comment'
          ? [
              {
                kind: row.kind,
                id: row.id,
                authorId: row.author_id,
                username: row.username,
                avatarUrl: row.avatar_url,
                excerpt: piecesOf(row.excerpt ?? ''),
                path: row.path ?? undefined,
                at: row.created_at,
              },
            ]
          : [],
      )
    },
    getNextPageParam: (page) =>
      page.filter(({ kind }) => kind !== 'member').length === PAGE_SIZE ? page.at(-1) : undefined,
    staleTime: STALE.oneMinute,
    placeholderData: keepPreviousData,
  })

/** Found words stand between U+0001 and U+0002. */
export function piecesOf(marked: string): Piece[] {
  return marked.split('\u0001').flatMap((part, at) => {
    const [first = '', ...rest] = part.split('\u0002')
    const pieces =
      at === 0
        ? [{ text: part, found: false }]
        : [
            { text: first, found: true },
            { text: rest.join(''), found: false },
          ]
    return pieces.filter(({ text }) => text !== '')
  })
}
