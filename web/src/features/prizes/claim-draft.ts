import type { NewAddress } from '../../data/addresses/address-save-mutation.ts'
import type { ShippingMethod } from '../../data/prizes/award.ts'
import { newId } from '../../lib/new-id.ts'

/** What the winner types about a new address. */
export type AddressFields = Omit<NewAddress, 'id'>

/** The claim form as it stands. */
export interface ClaimDraft {
  method: ShippingMethod
  /** Id of a saved address, `new`, or undefined while the winner has not chosen. */
  choice: string | undefined
  address: AddressFields
  /** Id under which the new address is saved, however often it has to be sent. */
  newAddressId: string
  accepted: boolean
}

export const DEFAULT_COUNTRY = 'United States'

export function emptyDraft(email: string | undefined): ClaimDraft {
  return {
    method: 'standard',
    choice: undefined,
    address: {
      full_name: '',
      email: email ?? '',
      phone_number: '',
      address_line1: '',
      address_line2: '',
      city: '',
      state: '',
      postal_code: '',
      country: DEFAULT_COUNTRY,
    },
    newAddressId: newId(),
    accepted: false,
  }
}

// Session storage: the words survive a reload of this tab and are gone from a shared computer with the tab.
const keyOf = (userId: string, awardId: string) => `bankside-claim-draft-${userId}-${awardId}`

/** The draft of this tab over an empty one. What is stored is not trusted to have the right shape. */
export function readDraft(userId: string, awardId: string, email: string | undefined): ClaimDraft {
  const empty = emptyDraft(email)
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, awardId)) ?? 'null')
    return typeof stored === 'object' && stored !== null ? over(empty, stored as Record<string, unknown>) : empty
  } catch {
    return empty
  }
}

/** Keeps the draft for a reload; undefined forgets it. */
export function keepDraft(userId: string, awardId: string, draft: ClaimDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(userId, awardId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(userId, awardId))
  } catch {
    // Storage may be full or forbidden; then a reload loses the words, as on any other page.
  }
}

function over(empty: ClaimDraft, stored: Record<string, unknown>): ClaimDraft {
  const words = typeof stored.address === 'object' && stored.address !== null ? stored.address : {}
  const address = { ...empty.address }
  for (const field of Object.keys(address) as (keyof AddressFields)[]) {
    const value = (words as Record<string, unknown>)[field]
    if (typeof value === 'string') address[field] = value
  }
  const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
  return {
    method: stored.method === 'express' ? 'express' : 'standard',
    choice: stored.choice === 'new' || isId(stored.choice) ? String(stored.choice) : undefined,
    address,
    newAddressId: isId(stored.newAddressId) ? String(stored.newAddressId) : empty.newAddressId,
    accepted: stored.accepted === true,
  }
}
