import WifiOff from 'lucide-react/icons/wifi-off'
import { useOnline } from '../../hooks/use-online.ts'
import { useClubName } from '../../lib/club.ts'
import { formatTimeOrMoment } from '../../lib/format.ts'
import * as styles from './as-of.module.css'
import { Banner } from './banner.tsx'

/** Says that what is shown was stored on this device, and when. Nothing without a moment. */
export function AsOf({ what, readAt }: { what: string; readAt: Date | undefined }) {
  const online = useOnline()
  const club = useClubName()
  if (!readAt) return null
  return (
    <Banner tone="warn" className={styles.asOf} icon={<WifiOff className="icon" aria-hidden="true" />}>
      {/* The line at the top of the page says that the device is offline. */}
      {online && `${club} cannot be reached. `}Showing {what} as of {formatTimeOrMoment(readAt)}.
    </Banner>
  )
}
