import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { useAddressSaveMutation } from '../../../data/addresses/address-save-mutation.ts'
import { addressesQuery } from '../../../data/addresses/addresses-query.ts'
import type { Award } from '../../../data/prizes/award-query.ts'
import { usePrizeClaimMutation } from '../../../data/prizes/claim-mutation.ts'
import { castControl, castRing } from '../../../lib/cast-ring.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { claimFailureText } from '../claim-failure.ts'
import * as styles from '../claim-form.module.css'
import { addressSchema, claimSchema, emptyClaim } from '../claim-schema.ts'
import { AddressChoice } from './address-choice.tsx'
import { ShippingMethod } from './shipping-method.tsx'
import { Terms } from './terms.tsx'

export interface ClaimFormProps {
  userId: string
  email: string | undefined
  /** Of a new address; undefined when the settings could not be loaded. */
  country: string | undefined
  award: Award
  expired: boolean
  onClaimed: () => void
}

/** Method, address and terms; only physical prizes need the first two. The input survives a reload and a failure. */
export function ClaimForm({ userId, email, country, award, expired, onClaimed }: ClaimFormProps) {
  const { mutateAsync: saveAddress } = useAddressSaveMutation(userId)
  const { mutateAsync: claim } = usePrizeClaimMutation()
  const [savedAddressId, setSavedAddressId] = useState<string>()
  const isSent = award.prize.type === 'physical'
  const saved = useQuery({ ...addressesQuery(userId), enabled: isSent })
  // A new address whose claim's answer was lost may be in the list by now; it is still treated as new.
  const others = saved.data?.filter((row) => row.id !== savedAddressId) ?? []
  const choiceOf = (choice: string) =>
    choice === 'new' ? 'new' : ((others.find((row) => row.id === choice) ?? others[0])?.id ?? 'new')

  const form = useAppForm({
    schema: claimSchema((choice) => isSent && choiceOf(choice) === 'new'),
    start: emptyClaim(email, country),
    writer: userId,
    keep: `claim-${award.id}`,
    // Repeating it after a lost answer neither saves a second address nor fails.
    send: async ({ method, choice, address }, { request }) => {
      const control = castControl()
      const addressOf = async (chosen: string) => {
        if (chosen !== 'new') return chosen
        const id = await saveAddress({ requestId: request, ...addressSchema.parse(address) })
        setSavedAddressId(id)
        return id
      }
      const shipping = isSent ? { method, addressId: await addressOf(choiceOf(choice)) } : undefined
      await claim({ awardId: award.id, shipping })
      castRing(control)
    },
    done: onClaimed,
    action: 'submitPrizeClaim',
    text: claimFailureText,
  })

  return (
    <Form form={form} className={`card padded ${styles.form}`} aria-label="Claim Prize">
      <fieldset disabled={expired} className={styles.fields}>
        <legend className="visually-hidden">Your claim</legend>
        {isSent ? (
          <>
            <ShippingMethod value={form.values.method} onChange={(method) => form.change({ method })} />
            <AddressChoice form={form} saved={saved} addresses={others} choice={choiceOf(form.values.choice)} />
          </>
        ) : (
          <p className={styles.unsent}>{UNSENT[award.prize.type === 'points' ? 'points' : 'digital']}</p>
        )}
        <Terms form={form} />
      </fieldset>
      <Failure form={form} />
      <SendButton
        form={form}
        variant="tip"
        size="lg"
        block
        disabled={expired || (isSent && saved.isPending)}
        className={styles.submit}
      >
        Claim Prize
      </SendButton>
    </Form>
  )
}

const UNSENT = {
  points: 'Points are added to your balance when you claim them. No shipping method or address is needed.',
  digital: 'This prize is digital. No shipping method or address is needed.',
} as const
