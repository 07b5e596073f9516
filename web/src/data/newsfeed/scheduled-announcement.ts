/** Why an announcement was not published, or could not be now. */
export type AnnouncementFailure = 'author_gone' | 'author_suspended' | 'author_not_admin' | 'photo_gone' | 'refused'

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
