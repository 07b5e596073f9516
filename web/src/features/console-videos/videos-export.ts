import { type ConsoleVideo, loadAllVideos } from '../../data/live/console-videos-query.ts'
import type { VideosFound } from '../../data/live/console-videos-search.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { PROVIDERS } from './providers.ts'
import { VIEW_NAMES, videoView } from './video-views.ts'

const columnsAt = (now: Date): readonly CsvColumn<ConsoleVideo>[] => [
  { header: 'Title', value: (video) => video.title },
  { header: 'State', value: (video) => VIEW_NAMES[videoView(video, now)] },
  { header: 'Scheduled for', value: (video) => video.scheduledFor },
  { header: 'Provider', value: (video) => PROVIDERS[video.provider] },
  { header: 'Address', value: (video) => video.embedCode },
  { header: 'Id', value: (video) => video.id },
]

/** All videos that a search finds, for a spreadsheet. */
export const exportVideos = async (found: VideosFound) => ({
  columns: columnsAt(new Date(serverNow())),
  rows: await loadAllVideos(found),
})
