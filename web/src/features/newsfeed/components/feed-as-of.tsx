import WifiOff from 'lucide-react/icons/wifi-off'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useClubName } from '../../../lib/club.ts'
import { formatTimeOrMoment } from '../../../lib/format.ts'

/** Says that the feed shown is a stored copy, and of when. */
export function FeedAsOf({ readAt, online }: { readAt: Date; online: boolean }) {
  const club = useClubName()
  const shown = `Showing the feed as of ${formatTimeOrMoment(readAt)}.`
  return (
    <Banner tone="warn" icon={<WifiOff className="icon" aria-hidden="true" />}>
      {online ? `${club} cannot be reached. ${shown}` : `You are offline. ${shown}`}
    </Banner>
  )
}
