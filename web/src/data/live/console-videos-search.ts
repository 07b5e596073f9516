/** The views of the list: the active video is `live`; the others are `scheduled` until their time, then `ended`. */
export const VIDEO_VIEWS = ['all', 'live', 'scheduled', 'ended'] as const
export type VideoView = (typeof VIDEO_VIEWS)[number]

export const VIDEO_SORTS = ['scheduled', 'title'] as const
export type VideoSort = (typeof VIDEO_SORTS)[number]

export interface VideosFound {
  /** Part of a title; empty finds all. */
  text: string
  view: VideoView
}

export interface VideosSearch extends VideosFound {
  sort: VideoSort
  descending: boolean
  /** From 1. */
  page: number
}
