import type { AnnouncementFailure } from '../../../../contract/src/column-types.ts'

/** An announcement that waits for its moment. */
export interface ScheduledAnnouncement {
  id: string
  content: string
  /** In whose name it appears. */
  author: string
  /** ISO 8601. */
  publishAt: string
  imageUrl: string | null
  /** Why it was not published at its moment; null before that. */
  failure: AnnouncementFailure | null
  /** Why it could not be published now; null if it could. */
  obstacle: AnnouncementFailure | null
  updatedAt: string
}

export interface ScheduledPage {
  announcements: ScheduledAnnouncement[]
  /** Total number found. */
  total: number
}
