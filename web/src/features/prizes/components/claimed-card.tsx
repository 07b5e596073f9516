import { Card } from '../../../components/ui/card.tsx'
import { Pill, type PillTone } from '../../../components/ui/pill.tsx'
import type { Claim, FulfillmentStatus } from '../../../data/prizes/award-query.ts'
import { formatDay } from '../../../lib/format.ts'
import { SHIPPING } from '../shipping.ts'

const LOOK: Record<FulfillmentStatus, { name: string; tone: PillTone }> = {
  pending: { name: 'Pending', tone: 'warn' },
  processing: { name: 'Processing', tone: 'info' },
  shipped: { name: 'Shipped', tone: 'lake' },
  delivered: { name: 'Delivered', tone: 'ok' },
  closed: { name: 'Closed', tone: 'grey' },
}

export interface ClaimedCardProps {
  claim: Claim
  isSent: boolean
}

/** Where a claimed prize is; stands in the place of the form. */
export function ClaimedCard({ claim, isSent }: ClaimedCardProps) {
  const { name, tone } = LOOK[claim.fulfillment]
  const shipping = SHIPPING.find(({ method }) => method === claim.method)
  return (
    <Card as="section" pad aria-labelledby="claimed">
      <div className="row between wrap">
        <h2 id="claimed">Claimed</h2>
        <Pill tone={tone}>{name}</Pill>
      </div>
      <dl className="claim-facts">
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
        {claim.trackingNumber && (
          <div>
            <dt>Tracking number</dt>
            <dd className="strong">{claim.trackingNumber}</dd>
          </div>
        )}
        {claim.shipTo.length > 0 && (
          <div>
            <dt>Shipping address</dt>
            <dd dir="auto">
              {claim.shipTo.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address never change places
                <span key={index} className="claim-line">
                  {line}
                </span>
              ))}
            </dd>
          </div>
        )}
        {claim.notes && (
          <div className="w">
            <dt>Notes</dt>
            <dd dir="auto" className="claim-notes">
              {claim.notes}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
