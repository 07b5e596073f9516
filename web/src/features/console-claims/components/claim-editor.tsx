import { useEffect, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { SaveFailure } from '../../../components/console/save-failure.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField, SelectField, TextField } from '../../../components/form/fields.tsx'
import { Form, SendButton, Success } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FailureSpot } from '../../../components/ui/failure-spot.tsx'
import { CLAIM_STATUSES } from '../../../data/claims/claims-search.ts'
import type { PrizeClaim } from '../../../data/claims/console-claim.ts'
import { useClaimUpdateMutation } from '../../../data/claims/console-claim-update-mutation.ts'
import { loadClaim } from '../../../data/claims/console-claims-query.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useAwardDeleteMutation } from '../../../data/prizes/console-delete-mutations.ts'
import { prizeRefusal } from '../../../data/prizes/refusal.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount } from '../../../lib/format.ts'
import { KNOWN_CARRIERS } from '../../../lib/tracking-link.ts'
import { baseOf, claimSchema } from '../claim-schema.ts'
import { canTakeBack, isOpen, STATUS_NAMES } from '../claim-text.ts'
import * as styles from '../claims.module.css'

export interface ClaimEditorProps {
  id: string
  /** The claim as it is now; the form keeps its start values until it is saved or reloaded. */
  claim: PrizeClaim
  onClose: () => void
}

/** The inline editor of a claim's fulfillment. */
export function ClaimEditor({ id, claim, onClose }: ClaimEditorProps) {
  const toast = useToast()
  const update = useClaimUpdateMutation()
  useReadHere(`/admin/claims?claim=${claim.id}`)
  const [asking, setAsking] = useState(false)
  const [gone, setGone] = useState(false)
  const form = useAppForm({
    schema: claimSchema,
    ...baseOf(claim),
    keep: `claim-${claim.id}`,
    send: (values, { seen }) => update.mutateAsync({ id: claim.id, seen, ...values }),
    done: () => {
      toast(`The claim of ${claim.winner.username} was updated.`)
      onClose()
    },
    reload: async () => {
      // Read from the cache: the list may keep this row only because it is being edited.
      const now = await loadClaim(claim.id)
      if (now) return baseOf(now)
      setGone(true)
      return undefined
    },
    reloadFailed: (error) => bannerText(consoleFailureText.loadPrizeClaims, error),
    action: consoleFailureText.updatePrizeClaim,
    reason: prizeRefusal,
  })
  // On a phone the form opens below the claim's details, outside the window.
  const { ref } = form
  useEffect(() => {
    ref.current?.scrollIntoView?.({ block: 'nearest' })
  }, [ref])
  const close = () => {
    form.discard()
    onClose()
  }

  return (
    <Form
      form={form}
      id={id}
      className={styles.editor}
      aria-label="Update Status"
      restores
      unsaved="Your changes to a claim are not saved yet."
    >
      <SelectField
        form={form}
        name="status"
        label="Status"
        hint={claim.claimedAt ? undefined : 'The winner has not claimed this prize yet, so it stays pending.'}
      >
        {CLAIM_STATUSES.map((status) => (
          <option key={status} value={status} disabled={!isOpen(status, claim)}>
            {STATUS_NAMES[status]}
          </option>
        ))}
      </SelectField>
      <TextField form={form} name="carrier" label="Carrier" list={`${id}-carriers`} autoComplete="off" dir="auto" />
      <TextField form={form} name="trackingNumber" label="Tracking number" autoComplete="off" spellCheck={false} />
      <AreaField
        form={form}
        name="fulfillmentNotes"
        label="Fulfillment notes"
        hint="The winner can read these."
        rows={2}
      />
      <AreaField form={form} name="adminNotes" label="Admin notes" hint="Only admins can read these." rows={2} />
      <datalist id={`${id}-carriers`}>
        {KNOWN_CARRIERS.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      {gone ? (
        <FailureSpot>
          <Banner tone="warn">This award was taken back. It can no longer be updated.</Banner>
        </FailureSpot>
      ) : (
        <SaveFailure form={form} fixed />
      )}
      <FailureSpot>{form.success && <Success form={form} />}</FailureSpot>
      <div className={`cluster ${styles.editorActions}`} style={{ gap: 8 }}>
        <SendButton form={form} size="sm" disabled={form.stale || gone}>
          Save
        </SendButton>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => (form.dirty && !gone ? setAsking(true) : close())}
          disabled={form.busy}
        >
          Cancel
        </Button>
        {canTakeBack(claim) && <TakeBack claim={claim} onDone={close} />}
      </div>
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        text="Your changes have not been saved."
        confirmLabel="Discard"
        onConfirm={close}
        onCancel={() => setAsking(false)}
      />
    </Form>
  )
}

function TakeBack({ claim, onDone }: { claim: PrizeClaim; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const takeBack = useAwardDeleteMutation()
  const { pointsPaid } = claim
  const name = pointsPaid === null ? 'Take back award' : 'Cancel reward'
  return (
    <>
      <Button variant="ghost" size="sm" className="to-end" onClick={() => setAsking(true)}>
        {name}
      </Button>
      <ConfirmAction
        open={asking}
        title={name}
        text={
          <>
            Take <bdi className="strong">{claim.prize.title}</bdi> back from{' '}
            <bdi className="strong">{claim.winner.username}</bdi>?{' '}
            {claim.claimedAt ? 'It has not been sent' : 'It has not been claimed'}, so its unit returns to the stock
            {pointsPaid !== null && `, and ${formatCount(pointsPaid, 'point')} to the member`}.
          </>
        }
        confirmLabel={pointsPaid === null ? 'Take back' : 'Cancel reward'}
        onConfirm={() => takeBack.mutateAsync({ id: claim.id, pointsPaid }).then(onDone)}
        onClose={() => setAsking(false)}
        failure={consoleFailureText.updatePrizeClaim}
      />
    </>
  )
}
