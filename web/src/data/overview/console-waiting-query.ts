import { queryOptions } from '@tanstack/react-query'
import type { CatchVariety } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { inOwnZone } from './in-own-zone.ts'
import { overviewKeys } from './keys.ts'

/** A claimed prize that is not sent yet. */
export interface ClaimToSend {
  id: string
  title: string
  /** Null when the winner deleted the account. */
  user_id: string | null
  username: string | null
  avatar_url: string | null
  method: 'standard' | 'express' | null
  city: string | null
  stage: 'pending' | 'processing'
  claimed_at: string
  is_overdue: boolean
}

/** A game that has ended and is not completed. */
export interface GameToSettle {
  id: string
  title: string
  type: 'guess_weight' | 'carp_of_week' | 'pick_swim'
  end_date: string
  entries: number
  /** Places that are chosen, for a carp of the week. */
  places: number
}

export interface LowPrize {
  id: string
  package_id: string
  title: string
  type: 'points' | 'physical' | 'digital'
  image_url: string | null
  remaining: number
  quantity: number
  /** By a draft or an active game. */
  is_promised: boolean
}

/** A case that waits for a decision. */
export interface ReportToDecide {
  id: string
  kind: 'post' | 'comment' | 'member' | 'entry'
  /** Null, as the name, when the author deleted the account. */
  author_id: string | null
  username: string | null
  avatar_url: string | null
  /** The beginning of what was reported. */
  excerpt: string
  reports: number
  is_hidden: boolean
  opened_at: string
}

/** The answer of a suspended member that waits for a decision. */
export interface AppealToDecide {
  id: string
  member_id: string
  username: string
  avatar_url: string | null
  /** The beginning of the answer. */
  excerpt: string
  sent_at: string
}

/** A catch that is offered for the club records. */
export interface RecordToVerify {
  id: string
  user_id: string
  username: string
  avatar_url: string | null
  variety: CatchVariety
  offered_at: string
}

export interface Coming {
  kind: 'video' | 'game_start' | 'game_end'
  id: string
  title: string
  at: string
}

export interface NewMember {
  id: string
  username: string
  avatar_url: string | null
  at: string
  referrer: string | null
}

/** What waits for the club team; each list has at most three rows. */
export interface Waiting {
  claims: { count: number; overdue: number; oldest: ClaimToSend[] }
  games: { count: number; oldest: GameToSettle[] }
  reports: { count: number; oldest: ReportToDecide[] }
  appeals: { count: number; oldest: AppealToDecide[] }
  records: { count: number; oldest: RecordToVerify[] }
  prizes: { count: number; lowest: LowPrize[] }
  /** Messages that were given up, up to 100. */
  undelivered: number
  coming: Coming[]
  /** Members of the last seven days. */
  joined: { count: number; newest: NewMember[] }
  /** Whether the club has any members beside its admins, any prize and any game. */
  started: { members: boolean; prize: boolean; game: boolean }
  /** The audit trail of today in the viewer's time zone. */
  done: { action: string; count: number }[]
}

const loadWaiting = async (signal: AbortSignal) => {
  const client = await supabase()
  return (await inOwnZone((args) => client.rpc('admin_waiting', args).abortSignal(signal))) as unknown
}

/** What waits for the club team, for admins; renewed every minute while the page is visible. */
export const waitingQuery = queryOptions({
  queryKey: overviewKeys.waiting(),
  queryFn: async ({ signal }) => (await loadWaiting(signal)) as Waiting,
  staleTime: STALE.halfMinute,
  refetchInterval: STALE.oneMinute,
})

/** What waits for a moderator. Apart from the admins' list: a new admin must not find a list without the rest. */
export const waitingReportsQuery = queryOptions({
  queryKey: overviewKeys.waitingReports(),
  queryFn: async ({ signal }) => (await loadWaiting(signal)) as Pick<Waiting, 'reports' | 'appeals' | 'records'>,
  staleTime: STALE.halfMinute,
  refetchInterval: STALE.oneMinute,
})
