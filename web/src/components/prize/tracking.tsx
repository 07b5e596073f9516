import ExternalLink from 'lucide-react/icons/external-link'
import { trackingLink } from '../../lib/tracking-link.ts'
import * as styles from './tracking.module.css'

/** A tracking number, as a link to the carrier's page where one is known. */
export function Tracking({ carrier, number }: { carrier: string | null; number: string }) {
  const link = trackingLink(carrier, number)
  if (link === undefined) return <bdi className={styles.tracking}>{number}</bdi>
  return (
    <a className={`tap-line ${styles.tracking}`} href={link} target="_blank" rel="noopener noreferrer">
      <bdi>{number}</bdi>
      <ExternalLink className="icon" aria-hidden="true" />
      <span className="visually-hidden"> (opens {carrier} in a new tab)</span>
    </a>
  )
}
