import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { inOwnZone } from './in-own-zone.ts'
import { overviewKeys } from './keys.ts'

/** One day of the last 30, in the viewer's time zone. */
export interface OverviewDay {
  /** `2026-11-21` */
  day: string
  sign_ups: number
  posts: number
}

export interface KindPoints {
  kind: string
  given: number
  /** Points taken back, as a positive number. */
  taken: number
}

/** Open claims of one age, in whole days since the claim; `to_day` is null for the oldest. */
export interface ClaimAge {
  from_day: number
  to_day: number | null
  pending: number
  processing: number
  shipped: number
}

export interface GameInProgress {
  id: string
  title: string
  type: string
  start_date: string
  end_date: string
  entries: number
}

/** The club's figures, all of one moment. */
export interface Overview {
  /** 30 days, oldest first. */
  days: OverviewDay[]
  members: { total: number; week: number; month: number }
  points: KindPoints[]
  claims: ClaimAge[]
  /** Prizes that may still be claimed. */
  unclaimed: number
  /** Ordered by their end, at most 12. */
  games: GameInProgress[]
  games_total: number
}

/** Figures of the whole club, for admins; polled every minute while the page is visible. */
export const overviewQuery = queryOptions({
  queryKey: overviewKeys.figures(),
  queryFn: ({ signal }) => loadOverview(signal),
  staleTime: STALE.oneMinute,
  refetchInterval: STALE.oneMinute,
})

async function loadOverview(signal: AbortSignal): Promise<Overview> {
  const client = await supabase()
  return (await inOwnZone((args) => client.rpc('admin_overview', args).abortSignal(signal))) as unknown as Overview
}
