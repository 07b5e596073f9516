import { useRef, useState } from 'react'
import { useAddressSaveMutation } from '../../data/addresses/address-save-mutation.ts'
import { usePrizeClaimMutation } from '../../data/prizes/claim-mutation.ts'
import { castControl, castRing } from '../../lib/cast-ring.ts'
import { tidyAddress } from './check-claim.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { claimFailureText } from './claim-failure.ts'

export interface ClaimSubmission {
  busy: boolean
  /** Why the last attempt failed. */
  failure: string | undefined
  dismissFailure: () => void
  /** Saves the new address if there is one, then claims; resolves to whether the prize is claimed. */
  submit: (draft: ClaimDraft, addressId: string | undefined) => Promise<boolean>
}

/** Sends a claim; repeating it after a lost reply neither saves a second address nor fails. */
export function useClaim(userId: string, awardId: string): ClaimSubmission {
  const { mutateAsync: saveAddress } = useAddressSaveMutation(userId)
  const { mutateAsync: claim } = usePrizeClaimMutation()
  // A second tap comes before the next rendering.
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const send = async (draft: ClaimDraft, addressId: string | undefined) => {
    if (addressId === draft.newAddressId) await saveAddress({ id: addressId, ...tidyAddress(draft.address) })
    await claim({ awardId, shipping: addressId === undefined ? undefined : { method: draft.method, addressId } })
  }

  const submit = async (draft: ClaimDraft, addressId: string | undefined) => {
    if (sending.current) return false
    sending.current = true
    setBusy(true)
    setFailure(undefined)
    const control = castControl()
    try {
      await send(draft, addressId)
      castRing(control)
      return true
    } catch (error) {
      setFailure(claimFailureText(error))
      return false
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return { busy, failure, dismissFailure: () => setFailure(undefined), submit }
}
