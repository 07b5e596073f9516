import { useId, useRef } from 'react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { PrizeClaim } from '../../../data/claims/console-claim.ts'
import { formatDay } from '../../../lib/format.ts'
import { addressText, claimedText, methodText, STATUS_NAMES, STATUS_TONES, TYPE_NAMES } from '../claim-words.ts'
import { ClaimEditor } from './claim-editor.tsx'

export interface ClaimRowProps {
  claim: PrizeClaim
  editing: boolean
  onEdit: (editing: boolean) => void
}

/** One claim with its facts, and the editor of its sending. */
export function ClaimRow({ claim, editing, onEdit }: ClaimRowProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const { winner, prize, status } = claim
  return (
    <article className="claim" aria-labelledby={`${id}-who ${id}-what`}>
      <div className="claim-top">
        <Avatar id={winner.id} name={winner.username} src={winner.avatarUrl} size={36} />
        <div className="claim-who">
          <div className="strong ellipsis" id={`${id}-who`} dir="auto" title={winner.username}>
            {winner.username}
          </div>
          <div className="quiet">Awarded {formatDay(claim.awardedAt)}</div>
        </div>
        <div className="c-prize">
          <div className="strong" id={`${id}-what`} dir="auto">
            {prize.title}
          </div>
          <div className="quiet">
            {TYPE_NAMES[prize.type]}, {claimedText(claim)}
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
  const { prize, shipTo, trackingNumber, shippedAt, fulfillmentNotes, adminNotes } = claim
  const sent = prize.type === 'physical'
  // What is not sent has neither method nor address, and its notes are worth a line only when there are any.
  if (!sent && !trackingNumber && !fulfillmentNotes && !adminNotes) return null
  return (
    <dl className="claim-dl">
      {sent && (
        <div>
          <dt>Shipping method</dt>
          <dd>{methodText(claim.method) ?? <span className="quiet">Not chosen yet</span>}</dd>
        </div>
      )}
      <div>
        <dt>Tracking number</dt>
        <dd>
          {trackingNumber || <span className="quiet">None yet</span>}
          {shippedAt && <div className="quiet">Shipped {formatDay(shippedAt)}</div>}
        </dd>
      </div>
      {sent && (
        <div className="w">
          <dt>Shipping address</dt>
          <dd dir="auto">{shipTo ? addressText(shipTo) : <span className="quiet">None yet</span>}</dd>
        </div>
      )}
      <div className="w">
        <dt>Notes</dt>
        <dd className="claim-note" dir="auto">
          {fulfillmentNotes || <span className="quiet">None</span>}
        </dd>
      </div>
      {adminNotes && (
        <div className="w claim-dl-all">
          <dt>Admin notes</dt>
          <dd className="claim-note" dir="auto">
            {adminNotes}
          </dd>
        </div>
      )}
    </dl>
  )
}
