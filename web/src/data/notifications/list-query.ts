import { infiniteQueryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from './keys.ts'

const PAGE_SIZE = 20

/** A member who caused the notification. */
export interface Actor {
  id: string
  username: string
  avatar_url: string | null
}

/** How a member did in a game: what a winner won, or how near a guess, a square or a photo was. */
export interface Result {
  place?: number | undefined
  /** Number of guesses among which the place is. */
  of?: number | undefined
  wonPoints?: number | undefined
  /** Name of the prize package. */
  prize?: string | undefined
  /** Distance of a guess, in the unit of the game. */
  miss?: number | undefined
  unit?: string | undefined
  isUnder?: boolean
  rows?: number | undefined
  columns?: number | undefined
  isUnplaced?: boolean
}

export interface Notification {
  id: string
  kind: string
  /** The post, game, award or other thing that it is about. */
  subjectId: string
  /** The current title of the subject. */
  title: string
  /** The beginning of a comment or of a gift's message. */
  excerpt: string | undefined
  /** The address that it opens. */
  path: string
  points: number | undefined
  /** How many units of a prize are left. */
  left: number | undefined
  /** What the viewer reported: `post`, `comment`, `member` or `entry`, and when, ISO 8601. */
  reported: { kind?: string | undefined; at?: string | undefined }
  /** What a new moderator or admin is, and whether the rights wait for a second step of signing in. */
  role: { name?: string | undefined; needsStep?: boolean }
  /** About the viewer's answer to a suspension: `end` or `keep`. */
  decision: string | undefined
  /** What became of a member's request to connect with the viewer: `pending` until it is accepted. */
  connection?: string | undefined
  /** How the viewer did in a completed game. */
  result: Result
  /** By when a prize is to be claimed, ISO 8601. */
  closesAt: string | undefined
  /** It closes within a day, and stays first until it is done. */
  isOnTop: boolean
  /** The picture of the post or game. */
  imageUrl: string | undefined
  /** The last three; {@link actorCount} is the number of all. */
  actors: Actor[]
  actorCount: number
  at: string
  isRead: boolean
}

interface Cursor {
  at: string
  id: string
}

/** Which notifications a list has. */
export type Filter = 'all' | 'unread' | 'games' | 'people' | 'rewards'

/** The viewer's notifications, latest first after those that stay on top, page by page. */
export const notificationsQuery = (filter: Filter = 'all') =>
  infiniteQueryOptions({
    queryKey: notificationsKeys.list(filter),
    initialPageParam: undefined as Cursor | undefined,
    queryFn: ({ pageParam, signal }) => loadPage(filter, pageParam, signal),
    getNextPageParam: (page: Notification[]) => {
      const last = page.at(-1)
      return page.length === PAGE_SIZE && last ? { at: last.at, id: last.id } : undefined
    },
  })

async function loadPage(filter: Filter, after: Cursor | undefined, signal: AbortSignal): Promise<Notification[]> {
  const client = await supabase()
  const from = after ? { before: after.at, before_id: after.id } : {}
  const { data } = await client
    .rpc('notifications_page', { ...from, size: PAGE_SIZE, ...(filter !== 'all' && { filter }) }, { get: true })
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    title: row.title ?? '',
    excerpt: row.excerpt ?? undefined,
    path: row.path,
    points: numberIn(row.details, 'points'),
    left: numberIn(row.details, 'remaining_quantity'),
    reported: { kind: textIn(row.details, 'kind'), at: textIn(row.details, 'reported_at') },
    role: { name: textIn(row.details, 'role'), needsStep: valueIn(row.details, 'needs_step') === true },
    decision: textIn(row.details, 'decision'),
    connection: textIn(row.details, 'connection'),
    result: resultIn(row.details),
    closesAt: textIn(row.details, 'claim_deadline'),
    isOnTop: valueIn(row.details, 'on_top') === true,
    imageUrl: textIn(row.details, 'image_url'),
    actors: Array.isArray(row.actors) ? row.actors.flatMap((each) => (isActor(each) ? [each] : [])) : [],
    actorCount: row.actor_count,
    at: row.updated_at,
    isRead: row.read_at !== null,
  }))
}

const resultIn = (details: unknown): Result => ({
  place: numberIn(details, 'place'),
  of: numberIn(details, 'of'),
  wonPoints: numberIn(details, 'won_points'),
  prize: textIn(details, 'prize'),
  miss: numberIn(details, 'miss'),
  unit: textIn(details, 'unit'),
  isUnder: valueIn(details, 'is_under') === true,
  rows: numberIn(details, 'rows'),
  columns: numberIn(details, 'columns'),
  isUnplaced: valueIn(details, 'is_unplaced') === true,
})

const valueIn = (details: unknown, name: string): unknown =>
  typeof details === 'object' && details !== null
    ? Object.entries(details).find(([key]) => key === name)?.[1]
    : undefined

function numberIn(details: unknown, name: string): number | undefined {
  const number = valueIn(details, name)
  return typeof number === 'number' ? number : undefined
}

function textIn(details: unknown, name: string): string | undefined {
  const text = valueIn(details, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

const isActor = (value: unknown): value is Actor =>
  typeof value === 'object' && value !== null && 'id' in value && 'username' in value
