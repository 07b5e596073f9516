/**
 * `hidden` and `reported` come from the team's own list: a hidden post is in no other. `scheduled` has announcements that
 * are no posts yet.
 */
export const POST_VIEWS = ['announcements', 'pinned', 'scheduled', 'members', 'reported', 'hidden', 'all'] as const
export type PostView = (typeof POST_VIEWS)[number]

export interface PostsFound {
  view: Exclude<PostView, 'scheduled'>
  /** Searched for in the text; blank finds everything. */
  text: string
}

/** Announcements that wait, soonest first. */
export interface ScheduledSearch {
  text: string
  /** From 1. */
  page: number
}

export interface PostsSearch extends PostsFound {
  oldestFirst: boolean
  /** From 1. */
  page: number
}
