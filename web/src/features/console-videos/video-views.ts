import type { ConsoleVideo } from '../../data/live/console-videos-query.ts'
import { VIDEO_VIEWS, type VideoView } from '../../data/live/console-videos-search.ts'

export const VIEW_NAMES: Record<VideoView, string> = {
  all: 'All',
  live: 'Live',
  scheduled: 'Scheduled',
  ended: 'Ended',
}

export const VIEWS = VIDEO_VIEWS.map((view) => ({ view, label: VIEW_NAMES[view] }))

/** The view in which a video stands besides all. */
export function videoView({ isActive, scheduledFor }: ConsoleVideo, now: Date): Exclude<VideoView, 'all'> {
  if (isActive) return 'live'
  return Date.parse(scheduledFor) > now.getTime() ? 'scheduled' : 'ended'
}
