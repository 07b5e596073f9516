import type { AddressFields } from './claim-draft.ts'

/** The form's fields in the order of the page, and what each may hold. The database decides again. */
const RULES: readonly { field: keyof AddressFields; max: number; missing?: string }[] = [
  { field: 'full_name', max: 100, missing: 'Enter the full name' },
  { field: 'phone_number', max: 40, missing: 'Enter a phone number' },
  { field: 'email', max: 254, missing: 'Enter an email address' },
  { field: 'address_line1', max: 200, missing: 'Enter the first line of the address' },
  { field: 'address_line2', max: 200 },
  { field: 'city', max: 100, missing: 'Enter the city' },
  { field: 'state', max: 100, missing: 'Enter the state' },
  { field: 'postal_code', max: 20, missing: 'Enter the postal code' },
  { field: 'country', max: 100, missing: 'Choose the country' },
]

export const TERMS_MESSAGE = 'You must accept the terms and conditions'

export type ClaimField = keyof AddressFields | 'accepted'
export type ClaimErrors = Partial<Record<ClaimField, string>>

/** Fields in the order of the page, to find the first one in error. */
export const FIELD_ORDER: readonly ClaimField[] = [...RULES.map((rule) => rule.field), 'accepted']

/** Longest text that a field takes, in characters. */
export const maxLengthOf = (field: keyof AddressFields) => RULES.find((rule) => rule.field === field)?.max ?? 100

// Control characters and overrides of the writing direction: nothing that belongs on a parcel.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The fields as they are saved: visible characters only, without spaces around them. */
export function tidyAddress(address: AddressFields): AddressFields {
  const tidied = { ...address }
  for (const { field } of RULES) tidied[field] = address[field].replace(UNPRINTABLE, ' ').trim()
  return tidied
}

/**
 * What stands in the way of the claim.
 * @param address the new address; undefined when none is to be entered.
 */
export function checkClaim({
  address,
  accepted,
}: {
  address: AddressFields | undefined
  accepted: boolean
}): ClaimErrors {
  const errors: ClaimErrors = {}
  if (address) {
    const tidied = tidyAddress(address)
    for (const { field, max, missing } of RULES) {
      const error = missing !== undefined && tidied[field] === '' ? missing : undefined
      if (error) errors[field] = error
      else if ([...tidied[field]].length > max) errors[field] = `Use ${max} characters at most`
    }
    if (!errors.email && !/^[^\s@]+@[^\s@]+$/.test(tidied.email)) errors.email = 'Enter an email address'
  }
  if (!accepted) errors.accepted = TERMS_MESSAGE
  return errors
}
