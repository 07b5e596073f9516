import { queryOptions } from '@tanstack/react-query'
import type { AppealJson } from '../../../../contract/src/column-types.ts'
import { supabase } from '../../lib/supabase.ts'
import { usersKeys } from './keys.ts'

export interface TeamNote {
  id: string
  content: string
  /** Null when the author's account is deleted. */
  author: string | null
  at: string
}

/**
 * What the club team knows of a member. Moments are ISO 8601. A moderator may receive it without `rank`, `points` and
 * `prizes`, which only admins are shown.
 */
export interface MemberRecord {
  /** Place by balance; null without points and while suspended. */
  rank: number | null
  posts: number
  entries: number
  /** The last sign-in or renewal of a session. */
  last_seen_at: string | null
  invited_by: string | null
  /** Friends whose referral was approved. */
  friends: number
  suspension: { reason: string; since: string; ends_at: string | null } | null
  /** The newest five answers to suspensions. */
  appeals: AppealJson[]
  notes: TeamNote[]
  points: {
    count: number
    newest: { id: string; kind: string; reason: string; points: number; at: string }[]
    /** Sums of the last 12 weeks of seven days, oldest first. */
    weeks: number[]
  }
  /** Over all accounts of the person; null for an admin who is linked to one of the reports. */
  reports: {
    count: number
    newest: { id: string; kind: string; decision: string | null; at: string }[]
    sent: number
    suspensions: number
    warnings: number
    last_warning: string | null
    decided: number
    upheld: number
  } | null
  badges: { id: string; name: string; icon: string; color: string; at: string }[]
  prizes: { id: string; title: string; status: string; stage: string | null; at: string }[]
}

/** The record of a member. PT404 for an unknown one, MR001 for an account of the admin's own. */
export const memberRecordQuery = (userId: string) =>
  queryOptions({
    queryKey: usersKeys.record(userId),
    queryFn: async ({ signal }): Promise<MemberRecord> => {
      const client = await supabase()
      const { data } = await client
        .rpc('member_record', { user_id: userId }, { get: true })
        .abortSignal(signal)
        .throwOnError()
      return data as unknown as MemberRecord
    },
  })
