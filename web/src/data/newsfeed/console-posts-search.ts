/** `hidden` and `reported` come from the team's own list: a hidden post is in no other. */
export const POST_VIEWS = ['announcements', 'pinned', 'members', 'reported', 'hidden', 'all'] as const
export type PostView = (typeof POST_VIEWS)[number]

export interface PostsFound {
  view: PostView
  /** Searched for in the text; blank finds everything. */
  text: string
}

export interface PostsSearch extends PostsFound {
  oldestFirst: boolean
  /** From 1. */
  page: number
}
