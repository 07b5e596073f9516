import type { ConsolePost } from '../../data/newsfeed/console-post.ts'
import { loadAllPosts } from '../../data/newsfeed/console-posts-query.ts'
import type { PostsFound } from '../../data/newsfeed/console-posts-search.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { postState } from './post-state.ts'

const columnsAt = (now: Date): readonly CsvColumn<ConsolePost>[] => [
  { header: 'Author', value: (post) => post.author },
  { header: 'Text', value: (post) => post.content },
  { header: 'Posted', value: (post) => post.createdAt },
  { header: 'Announcement', value: (post) => (post.pinnedUntil === null ? 'no' : 'yes') },
  { header: 'State', value: (post) => postState(post, now).name },
  { header: 'Pinned until', value: (post) => post.pinnedUntil },
  { header: 'Open reports', value: (post) => post.reports },
  { header: 'Photo', value: (post) => (post.hasPhoto ? 'yes' : 'no') },
  { header: 'Id', value: (post) => post.id },
]

/** All posts that a search finds, for a spreadsheet; the audit trail records who exported them. */
export const exportPosts = async (found: PostsFound) => ({
  columns: columnsAt(new Date(serverNow())),
  rows: await loadAllPosts(found),
})
