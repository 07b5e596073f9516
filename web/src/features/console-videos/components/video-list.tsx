import type { UseQueryResult } from '@tanstack/react-query'
import CirclePlay from 'lucide-react/icons/circle-play'
import CircleStop from 'lucide-react/icons/circle-stop'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowAction } from '../../../components/console/row-action.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { BivvyDrawing } from '../../../components/ui/drawings.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { type ConsoleVideo, type ConsoleVideos, VIDEOS_PAGE_SIZE } from '../../../data/live/console-videos-query.ts'
import { formatMoment } from '../../../lib/format.ts'

const PROVIDERS: Record<string, string | undefined> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  twitch: 'Twitch',
  facebook: 'Facebook',
}

interface RowActions {
  onEdit: (video: ConsoleVideo) => void
  onSwitch: (video: ConsoleVideo) => void
  onDelete: (video: ConsoleVideo) => void
}

export interface VideoListProps extends RowActions {
  videos: UseQueryResult<ConsoleVideos>
  page: number
  onPage: (page: number) => void
}

/** The videos of one page, or why there are none. */
export function VideoList({ videos, page, onPage, ...actions }: VideoListProps) {
  if (videos.isPending)
    return (
      <SkeletonGroup label="Loading videos">
        <div className="card divide">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className="media-row">
              <Skeleton width={112} height={48} />
              <Skeleton width="60%" />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  if (!videos.data)
    return <ErrorBanner action="loadVideos" error={videos.error} onRetry={() => void videos.refetch()} />
  return (
    <>
      {videos.data.videos.length === 0 ? (
        <div className="card">
          <Empty icon={<BivvyDrawing />} title="No live videos available yet." />
        </div>
      ) : (
        <ul className="card divide media-rows" aria-label="Live videos" aria-busy={videos.isPlaceholderData}>
          {videos.data.videos.map((video) => (
            <VideoRow key={video.id} video={video} {...actions} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        pages={Math.ceil(videos.data.total / VIDEOS_PAGE_SIZE)}
        onPage={onPage}
        label="Pages of videos"
      />
    </>
  )
}

function VideoRow({ video, onEdit, onSwitch, onDelete }: RowActions & { video: ConsoleVideo }) {
  const word = video.isActive ? 'Deactivate' : 'Activate'
  const Icon = video.isActive ? CircleStop : CirclePlay
  return (
    <li className="media-row">
      <span className="media-row-pic video-pic" aria-hidden="true">
        {PROVIDERS[video.provider]}
      </span>
      <div className="media-row-text">
        <h2 className="strong" dir="auto">
          {video.title}
        </h2>
        <p className="small quiet">
          <span className="vh">{PROVIDERS[video.provider]}, </span>
          <time dateTime={video.scheduledFor}>{formatMoment(video.scheduledFor)}</time>
        </p>
      </div>
      <Pill tone={video.isActive ? 'ok' : 'grey'}>{video.isActive ? 'Active' : 'Inactive'}</Pill>
      <div className="acts-end">
        <RowAction
          label={`${word} ${video.title}`}
          word={word}
          icon={<Icon className="i" aria-hidden="true" />}
          onClick={() => onSwitch(video)}
        />
        <RowAction
          label={`Edit ${video.title}`}
          word="Edit"
          icon={<Pencil className="i" aria-hidden="true" />}
          onClick={() => onEdit(video)}
        />
        <RowAction
          danger
          label={`Delete ${video.title}`}
          word="Delete"
          icon={<Trash2 className="i" aria-hidden="true" />}
          onClick={() => onDelete(video)}
        />
      </div>
    </li>
  )
}
