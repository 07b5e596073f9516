import { useId, useRef } from 'react'
import { Tracking } from '../../../components/prize/tracking.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { PrizeClaim } from '../../../data/claims/console-claim.ts'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { addressText, claimedText, methodText, STATUS_NAMES, STATUS_TONES, TYPE_NAMES } from '../claim-text.ts'
import * as styles from '../claims.module.css'
import { ClaimEditor } from './claim-editor.tsx'

export interface ClaimRowProps {
  claim: PrizeClaim
  editing: boolean
  onEdit: (editing: boolean) => void
}

/** One claim with its details and its fulfillment editor. */
export function ClaimRow({ claim, editing, onEdit }: ClaimRowProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const { winner, prize, status } = claim
  return (
    <article className={styles.claim} aria-labelledby={`${id}-who ${id}-what`}>
      <div className={styles.head}>
        <Avatar id={winner.id} name={winner.username} src={winner.avatarUrl} size={36} />
        <div className={styles.winner}>
          <div className="strong ellipsis" id={`${id}-who`} dir="auto" title={winner.username}>
            {winner.username}
          </div>
          <div className="quiet">Awarded {formatDay(claim.awardedAt)}</div>
        </div>
        <div className={styles.prize}>
          <div className="strong" id={`${id}-what`} dir="auto">
            {prize.title}
          </div>
          <div className="quiet">
            {TYPE_NAMES[prize.type]}, {claimedText(claim)}
            {claim.pointsPaid !== null && `, for ${formatCount(claim.pointsPaid, 'point')}`}
          </div>
        </div>
        <Pill tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Pill>
        <Button
          variant={editing ? 'soft' : 'line'}
          size="sm"
          aria-expanded={editing}
          aria-controls={editing ? `${id}-edit` : undefined}
          onClick={() => onEdit(!editing)}
          ref={opener}
        >
          Update Status
        </Button>
      </div>
      <ClaimFacts claim={claim} />
      {editing && (
        <ClaimEditor
          id={`${id}-edit`}
          claim={claim}
          onClose={() => {
            opener.current?.focus()
            onEdit(false)
          }}
        />
      )}
    </article>
  )
}

function ClaimFacts({ claim }: { claim: PrizeClaim }) {
  const { prize, shipTo, carrier, trackingNumber, shippedAt, fulfillmentNotes, adminNotes } = claim
  const sent = prize.type === 'physical'
  // A prize that is not shipped has no method or address; its notes are shown only when there are any.
  if (!sent && !carrier && !trackingNumber && !fulfillmentNotes && !adminNotes) return null
  return (
    <dl className={styles.details}>
      {sent && (
        <div>
          <dt>Shipping method</dt>
          <dd>{methodText(claim.method) ?? <span className="quiet">Not chosen yet</span>}</dd>
        </div>
      )}
      <div>
        <dt>Tracking number</dt>
        <dd>
          {carrier && <bdi>{carrier} </bdi>}
          {trackingNumber ? (
            <Tracking carrier={carrier} number={trackingNumber} />
          ) : (
            !carrier && <span className="quiet">None yet</span>
          )}
          {shippedAt && <div className="quiet">Shipped {formatDay(shippedAt)}</div>}
        </dd>
      </div>
      {sent && (
        <div className={styles.lineOnPhones}>
          <dt>Shipping address</dt>
          <dd dir="auto">{shipTo ? addressText(shipTo) : <span className="quiet">None yet</span>}</dd>
        </div>
      )}
      <div className={styles.lineOnPhones}>
        <dt>Notes</dt>
        <dd className={styles.notes} dir="auto">
          {fulfillmentNotes || <span className="quiet">None</span>}
        </dd>
      </div>
      {adminNotes && (
        <div className={styles.wholeLine}>
          <dt>Admin notes</dt>
          <dd className={styles.notes} dir="auto">
            {adminNotes}
          </dd>
        </div>
      )}
    </dl>
  )
}
