import { FulfillmentPill } from '../../../components/prize/fulfillment-pill.tsx'
import { Tracking } from '../../../components/prize/tracking.tsx'
import { Card } from '../../../components/ui/card.tsx'
import type { PrizeType } from '../../../data/prizes/award.ts'
import type { Claim } from '../../../data/prizes/award-query.ts'
import { formatDay } from '../../../lib/format.ts'
import * as styles from '../claimed-card.module.css'
import { SHIPPING } from '../shipping.ts'

export interface ClaimedCardProps {
  claim: Claim
  type: PrizeType
}

/** The status of a claimed prize; replaces the form. */
export function ClaimedCard({ claim, type }: ClaimedCardProps) {
  const isSent = type === 'physical'
  const shipping = SHIPPING.find(({ method }) => method === claim.method)
  return (
    <Card as="section" pad aria-labelledby="claimed">
      <div className="cluster between wrap">
        <h2 id="claimed">Claimed</h2>
        <FulfillmentPill status={claim.fulfillment} type={type} />
      </div>
      <dl className={styles.facts}>
        {claim.claimedAt !== null && (
          <div>
            <dt>Claimed on</dt>
            <dd>{formatDay(claim.claimedAt)}</dd>
          </div>
        )}
        {isSent && shipping && (
          <div>
            <dt>Shipping method</dt>
            <dd>
              {shipping.name}, {shipping.time}
            </dd>
          </div>
        )}
        {claim.carrier && (
          <div>
            <dt>Carrier</dt>
            <dd dir="auto">{claim.carrier}</dd>
          </div>
        )}
        {claim.trackingNumber && (
          <div>
            <dt>Tracking number</dt>
            <dd className="strong">
              <Tracking carrier={claim.carrier} number={claim.trackingNumber} />
            </dd>
          </div>
        )}
        {claim.shipTo.length > 0 && (
          <div>
            <dt>Shipping address</dt>
            <dd dir="auto">
              {claim.shipTo.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address never change order
                <span key={index} className={styles.line}>
                  {line}
                </span>
              ))}
            </dd>
          </div>
        )}
        {claim.notes && (
          <div className={styles.wide}>
            <dt>Notes</dt>
            <dd dir="auto" className={styles.notes}>
              {claim.notes}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
