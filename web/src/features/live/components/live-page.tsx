import { useQuery } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { BivvyDrawing } from '../../../components/ui/drawings.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { STALE } from '../../../config/stale.ts'
import { activeVideoQuery, type LiveVideo } from '../../../data/live/active-video-query.ts'
import { useLiveRealtime } from '../../../data/live/realtime.ts'
import { useReached } from '../../../hooks/use-reached.ts'
import { formatMoment } from '../../../lib/format.ts'
import { zoneName } from '../../../lib/zone-name.ts'
import { Player } from './player.tsx'
import '../live.css'

/** The single active video, or that there is none. */
export function LivePage() {
  useLiveRealtime()
  // A video that is taken off leaves the rows that a member may read, so nothing tells of it live.
  const video = useQuery({ ...activeVideoQuery(), refetchInterval: STALE.oneMinute })
  if (video.isPending)
    return (
      <>
        <h1 className="vh">Live Video</h1>
        <LiveSkeleton />
      </>
    )
  // What has loaded once stays in sight when a refresh fails: a running player must not be torn down for it.
  if (video.isError && !video.data)
    return (
      <>
        <h1 className="live-title">Live Video</h1>
        <ErrorBanner action="loadLiveVideo" error={video.error} onRetry={() => void video.refetch()} />
      </>
    )
  return video.data ? <Video video={video.data} /> : <NoVideo />
}

function Video({ video }: { video: LiveVideo }) {
  const begun = useReached(video.scheduled_for)
  return (
    <div className="live-grid">
      <Player
        key={`${video.provider} ${video.video_id}`}
        title={video.title}
        provider={video.provider}
        videoId={video.video_id}
      />
      <div className="live-info">
        <div className="row wrap live-when">
          <Pill tone={begun ? 'tip' : 'info'}>{begun ? 'Live now' : 'Upcoming'}</Pill>
          <span className="due">
            <CalendarClock className="i" aria-hidden="true" />
            <time dateTime={video.scheduled_for}>
              {formatMoment(video.scheduled_for)} <span className="quiet">{zoneName(video.scheduled_for)}</span>
            </time>
          </span>
        </div>
        <h1 dir="auto">{video.title}</h1>
        {video.description && (
          <p className="muted live-text" dir="auto">
            {video.description}
          </p>
        )}
      </div>
    </div>
  )
}

function NoVideo() {
  return (
    <div className="card live-empty">
      <Empty
        icon={<BivvyDrawing />}
        title="No Live Video"
        titleAs="h1"
        text="When a video is scheduled it shows here with its date and time."
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
      <div className="live-grid">
        <div className="player bleed" />
        <div className="live-info">
          <div className="row live-when">
            <Skeleton width={96} height={28} />
            <Skeleton width={220} height={20} />
          </div>
          <Skeleton width="70%" height={36} />
          <Skeleton className="live-text" height={64} />
        </div>
      </div>
    </SkeletonGroup>
  )
}
