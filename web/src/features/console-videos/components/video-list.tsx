import type { UseQueryResult } from '@tanstack/react-query'
import CirclePlay from 'lucide-react/icons/circle-play'
import CircleStop from 'lucide-react/icons/circle-stop'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import * as rows from '../../../components/console/media-rows.module.css'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { BivvyDrawing } from '../../../components/ui/bivvy-drawing.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { ConsoleVideo, ConsoleVideos } from '../../../data/live/console-videos-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatMoment } from '../../../lib/format.ts'
import { PROVIDERS } from '../providers.ts'
import * as styles from '../videos.module.css'

interface VideoActions {
  onEdit: (video: ConsoleVideo) => void
  onSwitch: (video: ConsoleVideo) => void
  onDelete: (video: ConsoleVideo) => void
}

export interface VideoListProps extends VideoActions {
  videos: UseQueryResult<ConsoleVideos>
  /** ID of the video whose panel is open. */
  openId: string | undefined
  /** Takes away search and filters; undefined while there are none. */
  onClear: (() => void) | undefined
}

/** The videos of one page, or an error or empty state. */
export function VideoList({ videos, openId, onClear, ...actions }: VideoListProps) {
  if (videos.isPending)
    return (
      <SkeletonGroup label="Loading videos">
        <div className="card divide">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={rows.item}>
              <Skeleton width={112} height={48} />
              <Skeleton width="60%" />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  if (!videos.data)
    return (
      <ErrorBanner action={consoleFailureText.loadVideos} error={videos.error} onRetry={() => void videos.refetch()} />
    )
  return (
    <>
      {videos.data.videos.length === 0 ? (
        <div className="card">
          {onClear ? (
            <NothingFound title="No videos found." onClear={onClear} />
          ) : (
            <Empty icon={<BivvyDrawing />} title="No live videos available yet." />
          )}
        </div>
      ) : (
        <ul className={`card divide ${rows.rows}`} aria-label="Live videos" aria-busy={videos.isPlaceholderData}>
          {videos.data.videos.map((video) => (
            <RowBoundary
              key={video.id}
              of={video}
              as="li"
              actions={
                <RowAction
                  danger
                  label={`Delete ${video.title}`}
                  text="Delete"
                  icon={<Trash2 className="icon" aria-hidden="true" />}
                  onClick={() => actions.onDelete(video)}
                />
              }
            >
              <VideoRow video={video} open={video.id === openId} {...actions} />
            </RowBoundary>
          ))}
        </ul>
      )}
    </>
  )
}

function VideoRow({ video, open, onEdit, onSwitch, onDelete }: VideoActions & { video: ConsoleVideo; open: boolean }) {
  const verb = video.isActive ? 'Deactivate' : 'Activate'
  const Icon = video.isActive ? CircleStop : CirclePlay
  return (
    <li className={rows.item} data-selected={open || undefined}>
      <span className={`${rows.picture} ${rows.drawn} ${styles.provider}`} aria-hidden="true">
        {PROVIDERS[video.provider]}
      </span>
      <div className={rows.text}>
        <h2 className="strong" dir="auto">
          {video.title}
        </h2>
        <p className="small quiet">
          <span className="visually-hidden">{PROVIDERS[video.provider]}, </span>
          <time dateTime={video.scheduledFor}>{formatMoment(video.scheduledFor)}</time>
        </p>
      </div>
      <Pill tone={video.isActive ? 'ok' : 'grey'}>{video.isActive ? 'Active' : 'Inactive'}</Pill>
      <RowActions className={rows.actions}>
        <RowAction
          label={`${verb} ${video.title}`}
          text={verb}
          icon={<Icon className="icon" aria-hidden="true" />}
          onClick={() => onSwitch(video)}
        />
        <RowAction
          label={`Edit ${video.title}`}
          text="Edit"
          icon={<Pencil className="icon" aria-hidden="true" />}
          onClick={() => onEdit(video)}
        />
        <RowAction
          danger
          label={`Delete ${video.title}`}
          text="Delete"
          icon={<Trash2 className="icon" aria-hidden="true" />}
          onClick={() => onDelete(video)}
        />
      </RowActions>
    </li>
  )
}
