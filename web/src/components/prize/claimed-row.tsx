import { Link } from 'react-router'
import { formatDay } from '../../lib/format.ts'
import { PrizeImage, type PrizeImageProps } from '../ui/prize-image.tsx'
import { FulfillmentPill } from './fulfillment-pill.tsx'
import * as styles from './prize-row.module.css'
import { Tracking } from './tracking.tsx'

export interface ClaimedRowProps {
  id: string
  /** Heading level of the title, one below that of the list. */
  heading?: 'h2' | 'h3' | 'h4'
  prize: { title: string; type: PrizeImageProps['type']; imageUrl: string | null }
  claim: {
    claimedAt: string | null
    fulfillment: string
    carrier: string | null
    trackingNumber: string | null
    notes: string | null
  }
}

/** A claimed prize: its status, its parcel and a link to its page. */
export function ClaimedRow({ id, prize, claim, heading: Heading = 'h3' }: ClaimedRowProps) {
  return (
    <li className={styles.prize}>
      <div className="media">
        <PrizeImage url={prize.imageUrl} type={prize.type} width={96} height={96} />
      </div>
      <div>
        <Heading className="heading-3" dir="auto">
          <Link className={styles.link} to={`/prizes/claim/${id}`}>
            {prize.title}
          </Link>
        </Heading>
        {claim.claimedAt !== null && <p className="small muted">Claimed on {formatDay(claim.claimedAt)}</p>}
        <FulfillmentPill status={claim.fulfillment} type={prize.type} />
        {claim.trackingNumber && (
          <p className={`small ${styles.parcel}`}>
            {claim.carrier && (
              <>
                <bdi>{claim.carrier}</bdi>{' '}
              </>
            )}
            <Tracking carrier={claim.carrier} number={claim.trackingNumber} />
          </p>
        )}
        {claim.notes && (
          <p className={`small muted ${styles.notes}`} dir="auto">
            {claim.notes}
          </p>
        )}
      </div>
    </li>
  )
}
