import { queryOptions } from '@tanstack/react-query'
import type { FirstSession, Level } from '../../../../contract/src/column-types.ts'
import { supabase } from '../../lib/supabase.ts'
import { dashboardKeys } from './keys.ts'

/** How many of the latest changes of points are shown. */
const HISTORY_LENGTH = 5

const POINTS_KINDS = [
  'admin',
  'referral',
  'gift_sent',
  'gift_received',
  'game',
  'prize',
  'reward',
  'reward_refund',
  'first_step',
] as const
export type PointsKind = (typeof POINTS_KINDS)[number]

/** One row of the member's ledger. */
export interface PointsChange {
  id: string
  kind: PointsKind
  change: number
  reason: string
  /** The referred member; undefined for every other kind. */
  referredUsername: string | undefined
  createdAt: string
}

/** The member's own figures, all of one moment: the balance matches the history. */
export interface Figures {
  points: number
  /** By the points earned; null if the club has no levels. */
  level: Level | null
  badges: number
  posts: number
  comments: number
  reactions: number
  /** Entries in games. */
  entries: number
  /** Whether others see a picture of the member. */
  hasPhoto: boolean
  /** The first session of a new member; null once it is over, hidden, or while the member is suspended. */
  firstSession: FirstSession | null
  /** The latest changes, newest first. */
  history: PointsChange[]
}

/** Points with their latest changes, badges, and the member's activity on the newsfeed. */
export const figuresQuery = (userId: string) =>
  queryOptions({
    queryKey: dashboardKeys.figures(userId),
    queryFn: ({ signal }) => loadFigures(userId, signal),
    // The member may just have posted or reacted on the feed.
    staleTime: 0,
  })

async function loadFigures(userId: string, signal: AbortSignal): Promise<Figures> {
  const client = await supabase()
  const { data } = await client
    .from('profiles')
    .select(
      `points, level, first_session, avatar_url,
      user_badges!user_badges_user_id_fkey (count),
      newsfeed_posts (count),
      newsfeed_comments (count),
      newsfeed_reactions (count),
      game_entries (count),
      points_log!points_log_user_id_fkey (id, kind, points_change, reason, metadata, created_at)`,
    )
    .eq('id', userId)
    .order('created_at', { referencedTable: 'points_log', ascending: false })
    .order('id', { referencedTable: 'points_log' })
    .limit(HISTORY_LENGTH, { referencedTable: 'points_log' })
    .abortSignal(signal)
    .single()
    .throwOnError()
  return {
    points: data.points,
    level: data.level,
    badges: countOf(data.user_badges),
    posts: countOf(data.newsfeed_posts),
    comments: countOf(data.newsfeed_comments),
    reactions: countOf(data.newsfeed_reactions),
    entries: countOf(data.game_entries),
    hasPhoto: data.avatar_url !== '',
    firstSession: data.first_session,
    history: data.points_log.map((row) => ({
      id: row.id,
      kind: POINTS_KINDS.find((kind) => kind === row.kind) ?? 'admin',
      change: row.points_change,
      reason: row.reason,
      referredUsername: referredUsername(row.metadata),
      createdAt: row.created_at,
    })),
  }
}

const countOf = (rows: readonly { count: number }[]) => rows[0]?.count ?? 0

function referredUsername(metadata: unknown): string | undefined {
  const name =
    typeof metadata === 'object' && metadata !== null && 'referred_username' in metadata
      ? metadata.referred_username
      : undefined
  return typeof name === 'string' && name !== '' ? name : undefined
}
