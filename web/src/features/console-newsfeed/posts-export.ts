import type { ConsolePost } from '../../data/newsfeed/console-post.ts'
import { loadAllPosts } from '../../data/newsfeed/console-posts-query.ts'
import type { PostsFound } from '../../data/newsfeed/console-posts-search.ts'
import type { ScheduledAnnouncement } from '../../data/newsfeed/scheduled-announcement.ts'
import { loadAllScheduled } from '../../data/newsfeed/scheduled-query.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { postState } from './post-state.ts'
import { scheduledState } from './scheduled-text.ts'

const columnsAt = (now: Date): readonly CsvColumn<ConsolePost>[] => [
  { header: 'Author', value: (post) => post.author },
  { header: 'Text', value: (post) => post.content },
  { header: 'Posted', value: (post) => post.createdAt },
  { header: 'Announcement', value: (post) => (post.pinnedUntil === null ? 'no' : 'yes') },
  { header: 'State', value: (post) => postState(post, now).name },
  { header: 'Pinned until', value: (post) => post.pinnedUntil },
  { header: 'Open reports', value: (post) => post.reports },
  { header: 'Photos', value: (post) => post.photos },
  { header: 'Id', value: (post) => post.id },
]

/** All posts that a search finds, for a spreadsheet; the audit trail records who exported them. */
export const exportPosts = async (found: PostsFound) => ({
  columns: columnsAt(new Date(serverNow())),
  rows: await loadAllPosts(found),
})

const SCHEDULED_COLUMNS: readonly CsvColumn<ScheduledAnnouncement>[] = [
  { header: 'Author', value: ({ author }) => author },
  { header: 'Text', value: ({ content }) => content },
  { header: 'Appears', value: ({ publishAt }) => publishAt },
  { header: 'State', value: (announcement) => scheduledState(announcement).name },
  { header: 'Reason', value: (announcement) => scheduledState(announcement).reason ?? null },
  { header: 'Photo', value: ({ imageUrl }) => (imageUrl === null ? 'no' : 'yes') },
  { header: 'Id', value: ({ id }) => id },
]

/** All announcements that wait and that a search finds; the audit trail records who exported them. */
export const exportScheduled = async (text: string) => ({
  columns: SCHEDULED_COLUMNS,
  rows: await loadAllScheduled(text),
})
