import { queryOptions } from '@tanstack/react-query'
import type { AppealJson } from '../../../../contract/src/column-types.ts'
import { supabase } from '../../lib/supabase.ts'
import type { ReportRow } from './console-queue-query.ts'
import { consoleReportsKeys } from './keys.ts'

export interface SentReport {
  id: string
  reason: string
  words: string
  at: string
  /** The place of what was reported in the list of versions; null when the text is no longer stored. */
  version: number | null
  /** Null, as the name, when the reporter deleted the account. */
  reporter_id: string | null
  username: string | null
  avatar_url: string | null
}

/** A text that was reported. */
export interface ReportedVersion {
  said: string
  reports: number
  /** Whether it is the text of today or, in a decided case, was that of the decision. */
  was_shown: boolean
}

/** What the club team knows of the author; suspensions, warnings and cases over all accounts of the person. */
export interface AuthorRecord {
  since: string
  /** When an imported member joined elsewhere; otherwise null. */
  joined_on: string | null
  posts: number
  is_admin: boolean
  is_moderator: boolean
  is_suspended: boolean
  suspended_until: string | null
  suspensions: number
  warnings: number
  last_warning: string | null
  /** Earlier cases, and how many of these were not dismissed. */
  decided: number
  upheld: number
}

/** A case with everything that its decision needs. */
export interface ReportCase extends ReportRow {
  /** False for a case about the reader, while there is another admin, and for a moderator in cases about the team. */
  may_decide: boolean
  /** Whether the suspension of the decision stands; null for an open case and other decisions. */
  is_in_force: boolean | null
  /** Null while the case is open. */
  can_undo: boolean | null
  hidden_by_reports: boolean
  /** The text that was reported most. */
  said: string
  /** All texts that were reported, the most reported first; at most 100. */
  versions: ReportedVersion[]
  /** The pictures that it had when it was reported, the most reported first. */
  pictures: string[]
  /** A hash of what it is now, so that a decision answers no other text. */
  shown: string
  /** As it is now; null when it is deleted. */
  now: { text: string; image_url: string | null; more_images: string[]; at: string | null; path: string } | null
  /** The post above a comment. */
  before: { username: string; text: string; at: string } | null
  /** The game of an entry; null for other kinds, and when the entry is deleted. */
  game: { title: string; path: string; status: string; place: number | null } | null
  /** None in a case about the reader. */
  reported: SentReport[]
  /** Null when the author deleted the account and has no other since. */
  record: AuthorRecord | null
  /** Answers to suspensions by this case, the newest first. None in a case about the reader. */
  appeals: AppealJson[]
}

/** One case; it fails with `PT404` when there is none. */
export const reportCaseQuery = (id: string) =>
  queryOptions({
    queryKey: consoleReportsKeys.case(id),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client.rpc('report_case', { id }, { get: true }).abortSignal(signal).throwOnError()
      return data as unknown as ReportCase
    },
  })
