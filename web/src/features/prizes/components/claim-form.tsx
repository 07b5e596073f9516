import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { addressesQuery } from '../../../data/addresses/addresses-query.ts'
import type { Award } from '../../../data/prizes/award-query.ts'
import { type ClaimErrors, checkClaim, FIELD_ORDER } from '../check-claim.ts'
import { type ClaimDraft, keepDraft, readDraft } from '../claim-draft.ts'
import { useClaim } from '../use-claim.ts'
import { AddressChoice } from './address-choice.tsx'
import { ShippingMethod } from './shipping-method.tsx'
import { Terms } from './terms.tsx'

export interface ClaimFormProps {
  userId: string
  email: string | undefined
  award: Award
  expired: boolean
  onClaimed: () => void
}

/** Method, address and terms; only things that are sent need the first two. The words survive a reload and a failure. */
export function ClaimForm({ userId, email, award, expired, onClaimed }: ClaimFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => readDraft(userId, award.id, email))
  const [errors, setErrors] = useState<ClaimErrors>({})
  const claim = useClaim(userId, award.id)
  const isSent = award.prize.type === 'physical'
  const saved = useQuery({ ...addressesQuery(userId), enabled: isSent })
  // A new address whose claim was lost on the way may be in the list by now; it is still the new one.
  const others = saved.data?.filter((row) => row.id !== draft.newAddressId) ?? []
  const choiceOf = (state: ClaimDraft) =>
    state.choice === 'new' ? 'new' : ((others.find((row) => row.id === state.choice) ?? others[0])?.id ?? 'new')
  const choice = choiceOf(draft)

  useEffect(() => keepDraft(userId, award.id, draft), [userId, award.id, draft])

  const check = (state: ClaimDraft) =>
    checkClaim({ address: isSent && choiceOf(state) === 'new' ? state.address : undefined, accepted: state.accepted })

  const edit = (change: Partial<ClaimDraft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    // A field in error is checked again while it is corrected; the others wait for the next attempt.
    const left = check(next)
    setErrors((last) => Object.fromEntries(Object.entries(left).filter(([field]) => field in last)))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (expired || claim.busy || (isSent && saved.isPending)) return
    const found = check(draft)
    setErrors(found)
    const first = FIELD_ORDER.find((field) => found[field])
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    const addressId = choice === 'new' ? draft.newAddressId : choice
    if (!(await claim.submit(draft, isSent ? addressId : undefined))) return
    keepDraft(userId, award.id, undefined)
    onClaimed()
  }

  return (
    <form ref={form} className="card pad claim-form" onSubmit={submit} noValidate aria-label="Claim Prize">
      {claim.failure && (
        <Banner tone="danger" onDismiss={claim.dismissFailure}>
          {claim.failure}
        </Banner>
      )}
      <fieldset disabled={expired} className="claim-fields">
        <legend className="vh">Your claim</legend>
        {isSent ? (
          <>
            <ShippingMethod value={draft.method} onChange={(method) => edit({ method })} />
            <AddressChoice
              id={id}
              saved={saved}
              addresses={others}
              choice={choice}
              address={draft.address}
              errors={errors}
              onChoose={(next) => edit({ choice: next })}
              onChange={(change) => edit({ address: { ...draft.address, ...change } })}
            />
          </>
        ) : (
          <p className="claim-unsent">{UNSENT[award.prize.type === 'points' ? 'points' : 'digital']}</p>
        )}
        <Terms id={id} accepted={draft.accepted} error={errors.accepted} onChange={(accepted) => edit({ accepted })} />
      </fieldset>
      <Button type="submit" variant="tip" size="lg" block busy={claim.busy} disabled={expired} className="claim-submit">
        Claim Prize
      </Button>
    </form>
  )
}

const UNSENT = {
  points: 'Points are added to your balance when you claim them. No shipping method or address is needed.',
  digital: 'This prize is digital. No shipping method or address is needed.',
} as const
