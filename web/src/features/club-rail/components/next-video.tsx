import Radio from 'lucide-react/icons/radio'
import { Link } from 'react-router'
import type { LiveVideo } from '../../../data/live/active-video-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatMoment } from '../../../lib/format.ts'
import * as styles from '../rail.module.css'

/** The live video that is on, or the next one. */
export function NextVideo({ video }: { video: LiveVideo | null }) {
  const now = useNow(...(video ? [video.scheduled_for] : []))
  if (!video) return null
  const on = Date.parse(video.scheduled_for) <= now.getTime()
  return (
    <Link to="/live" className={`card ${styles.video}`}>
      <span className={styles.disc}>
        <Radio className="icon" aria-hidden="true" />
      </span>
      <span className="grow">
        <b dir="auto">{video.title}</b>
        <span className="small quiet">{on ? 'Live now' : formatMoment(video.scheduled_for, now)}</span>
      </span>
    </Link>
  )
}
