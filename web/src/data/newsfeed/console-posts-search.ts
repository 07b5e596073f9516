export const POST_VIEWS = ['announcements', 'pinned', 'all'] as const
export type PostView = (typeof POST_VIEWS)[number]

export interface PostsSearch {
  view: PostView
  /** Searched for in the text; blank finds everything. */
  text: string
  /** From 1. */
  page: number
}
