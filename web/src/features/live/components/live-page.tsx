import { useQuery } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { Empty } from '../../../components/feedback/empty.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { BivvyDrawing } from '../../../components/ui/bivvy-drawing.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { STALE } from '../../../config/stale.ts'
import { activeVideoQuery, type LiveVideo } from '../../../data/live/active-video-query.ts'
import { useLiveRealtime } from '../../../data/live/realtime.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useReached } from '../../../hooks/use-reached.ts'
import { formatMoment } from '../../../lib/format.ts'
import { zoneName } from '../../../lib/zone-name.ts'
import * as styles from '../live.module.css'
import { Player, PlayerShape } from './player.tsx'

/** The active video, or a text that there is none. */
export function LivePage() {
  useLiveRealtime()
  // Also polled, in case the live connection is not available.
  const video = useQuery({ ...activeVideoQuery(), refetchInterval: STALE.oneMinute })
  useReadHere(video.data ? '/live' : undefined)
  if (video.isPending)
    return (
      <>
        <h1 className="visually-hidden">Live Video</h1>
        <LiveSkeleton />
      </>
    )
  // Loaded data stays when a refetch fails: a running player must not be removed.
  if (video.isError && !video.data)
    return (
      <>
        <h1 className="visually-hidden" tabIndex={-1}>
          Live Video
        </h1>
        <LoadFailure action="loadLiveVideo" error={video.error} onRetry={() => void video.refetch()} />
      </>
    )
  if (!video.data) return <NoVideo />
  return (
    <RowBoundary of={video.data}>
      <Video video={video.data} />
    </RowBoundary>
  )
}

function Video({ video }: { video: LiveVideo }) {
  const begun = useReached(video.scheduled_for)
  return (
    <div className={styles.video}>
      <Player
        key={`${video.provider} ${video.video_id}`}
        title={video.title}
        provider={video.provider}
        videoId={video.video_id}
      />
      <div className={styles.info}>
        <div className={`cluster wrap ${styles.when}`}>
          <Pill tone={begun ? 'tip' : 'info'}>{begun ? 'Live now' : 'Upcoming'}</Pill>
          <span className={styles.date}>
            <CalendarClock className="icon" aria-hidden="true" />
            <time dateTime={video.scheduled_for}>
              {formatMoment(video.scheduled_for)} <span className="quiet">{zoneName(video.scheduled_for)}</span>
            </time>
          </span>
        </div>
        <h1 dir="auto">{video.title}</h1>
        {video.description && (
          <p className={`muted ${styles.text}`} dir="auto">
            {video.description}
          </p>
        )}
      </div>
    </div>
  )
}

function NoVideo() {
  return (
    <div className={`card ${styles.empty}`}>
      <Empty
        icon={<BivvyDrawing />}
        title="No Live Video"
        titleAs="h1"
        text="A scheduled video appears here with its date and time."
        action={
          <ButtonLink variant="line" to="/newsfeed">
            News
          </ButtonLink>
        }
      />
    </div>
  )
}

function LiveSkeleton() {
  return (
    <SkeletonGroup label="Loading live video">
      <div className={styles.video}>
        <PlayerShape />
        <div className={styles.info}>
          <div className={`cluster ${styles.when}`}>
            <Skeleton width={96} height={28} />
            <Skeleton width={220} height={20} />
          </div>
          <Skeleton width="70%" height={36} />
          <Skeleton className={styles.text} height={64} />
        </div>
      </div>
    </SkeletonGroup>
  )
}
