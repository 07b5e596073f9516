import { POST_VIEWS, type PostView } from '../../data/newsfeed/console-posts-search.ts'

export const VIEW_NAMES: Record<PostView, string> = {
  announcements: 'Announcements',
  pinned: 'Pinned',
  scheduled: 'Scheduled',
  members: 'From members',
  reported: 'Reported',
  hidden: 'Hidden',
  all: 'All posts',
}

export const VIEWS = POST_VIEWS.map((view) => ({ view, label: VIEW_NAMES[view] }))
