import { type FormEvent, useRef, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { StaleNotice } from '../../../components/console/stale-notice.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { CLAIM_STATUSES, type ClaimStatus } from '../../../data/claims/claims-search.ts'
import type { PrizeClaim } from '../../../data/claims/console-claim.ts'
import { useClaimUpdateMutation } from '../../../data/claims/console-claim-update-mutation.ts'
import { loadClaim } from '../../../data/claims/console-claims-query.ts'
import { useAwardDeleteMutation } from '../../../data/prizes/console-delete-mutations.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { type ClaimEdit, editErrors, editOf, sameEdit, trimmed } from '../claim-edit.ts'
import { STATUS_NAMES } from '../claim-words.ts'

export interface ClaimEditorProps {
  id: string
  /** As it is now; what is being edited stays as it was opened until it is saved or loaded again. */
  claim: PrizeClaim
  onClose: () => void
}

/** The inline editor of a claim's sending, on a well. */
export function ClaimEditor({ id, claim, onClose }: ClaimEditorProps) {
  const toast = useToast()
  const update = useClaimUpdateMutation()
  const underway = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const [seen, setSeen] = useState(claim.updatedAt)
  const [edit, setEdit] = useState(() => editOf(claim))
  const [failure, setFailure] = useState<string>()
  const [gone, setGone] = useState(false)
  const [checked, setChecked] = useState(false)
  const errors = checked ? editErrors(edit) : {}
  // Somebody else was faster: known from the list that came in meanwhile, or from the refusal. When it is as wanted
  // already, the answer to an own attempt was lost. The list may be behind what was loaded here.
  const overtaken = claim.updatedAt > seen && !sameEdit(editOf(claim), trimmed(edit))
  const stale = !update.isPending && (overtaken || update.error instanceof StaleError)

  const change = (part: Partial<ClaimEdit>) => setEdit((before) => ({ ...before, ...part }))
  const reload = async () => {
    try {
      // From the service: the row may stand here only because it is being edited.
      const now = await loadClaim(claim.id)
      if (!now) return setGone(true)
      setSeen(now.updatedAt)
      setEdit(editOf(now))
      setFailure(undefined)
      update.reset()
    } catch (error) {
      setFailure(bannerText('loadPrizeClaims', error))
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (underway.current) return
    setChecked(true)
    if (Object.keys(editErrors(edit)).length > 0) {
      queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    underway.current = true
    setFailure(undefined)
    try {
      // The promise, not callbacks: under a filter the row may be gone by the time it is saved.
      await update.mutateAsync({ id: claim.id, seen, ...trimmed(edit) })
      toast(`The claim of ${claim.winner.username} is updated.`)
      onClose()
    } catch (error) {
      if (!(error instanceof StaleError)) setFailure(bannerText('updatePrizeClaim', error))
    } finally {
      underway.current = false
    }
  }

  return (
    <form ref={form} id={id} className="claim-edit" onSubmit={save} noValidate aria-label="Update Status">
      {gone ? (
        <Banner tone="warn">This award was taken back meanwhile. There is nothing left to update.</Banner>
      ) : (
        stale && <StaleNotice onReload={() => void reload()} />
      )}
      {failure && <Banner tone="danger">{failure}</Banner>}
      <Field id={`${id}-status`} label="Status">
        {(control) => (
          <select
            {...control}
            className="input"
            value={edit.status}
            onChange={(event) => change({ status: event.target.value as ClaimStatus })}
          >
            {CLAIM_STATUSES.map((status) => (
              <option key={status} value={status}>
                {STATUS_NAMES[status]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id={`${id}-tracking`} label="Tracking number" error={errors.trackingNumber}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={edit.trackingNumber}
            onChange={(event) => change({ trackingNumber: event.target.value })}
          />
        )}
      </Field>
      <Field
        id={`${id}-fulfillment`}
        label="Fulfillment notes"
        hint="The winner can read these."
        error={errors.fulfillmentNotes}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="auto"
            value={edit.fulfillmentNotes}
            onChange={(event) => change({ fulfillmentNotes: event.target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-admin`} label="Admin notes" hint="Only admins can read these." error={errors.adminNotes}>
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="auto"
            value={edit.adminNotes}
            onChange={(event) => change({ adminNotes: event.target.value })}
          />
        )}
      </Field>
      <div className="row claim-edit-actions" style={{ gap: 8 }}>
        <Button type="submit" size="sm" busy={update.isPending} disabled={stale || gone}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose} disabled={update.isPending}>
          Cancel
        </Button>
        {!claim.claimedAt && <TakeBack claim={claim} onDone={onClose} />}
      </div>
    </form>
  )
}

function TakeBack({ claim, onDone }: { claim: PrizeClaim; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const takeBack = useAwardDeleteMutation()
  return (
    <>
      <Button variant="ghost" size="sm" className="end" onClick={() => setAsking(true)}>
        Take Back Award
      </Button>
      <ConfirmAction
        open={asking}
        title="Take Back Award"
        text={
          <>
            Take <bdi className="strong">{claim.prize.title}</bdi> back from{' '}
            <bdi className="strong">{claim.winner.username}</bdi>? It has not been claimed, so its unit returns to the
            stock.
          </>
        }
        confirmLabel="Take Back"
        onConfirm={() => takeBack.mutateAsync(claim.id).then(onDone)}
        onClose={() => setAsking(false)}
        failure="updatePrizeClaim"
      />
    </>
  )
}
