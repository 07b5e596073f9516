import * as z from 'zod/mini'
import { ADDRESS_LIMITS } from '../../../../contract/src/limits.ts'
import { text } from '../../lib/form/schema.ts'

// Control characters and direction overrides, which must not be printed on a parcel.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu

const printable = (max: number, missing?: string) => text(max, { replaced: UNPRINTABLE, ...(missing && { missing }) })

/** A new address, in the order of the page, as it is saved. The database validates it again. */
export const addressSchema = z.object({
  full_name: printable(ADDRESS_LIMITS.name, 'Enter the full name'),
  phone_number: printable(ADDRESS_LIMITS.phone, 'Enter a phone number'),
  email: printable(ADDRESS_LIMITS.email, 'Enter an email address').check(
    z.refine((typed) => /^[^\s@]+@[^\s@]+$/.test(typed), 'Enter an email address'),
  ),
  address_line1: printable(ADDRESS_LIMITS.line, 'Enter the first line of the address'),
  address_line2: printable(ADDRESS_LIMITS.line),
  city: printable(ADDRESS_LIMITS.city, 'Enter the city'),
  state: printable(ADDRESS_LIMITS.state, 'Enter the state'),
  postal_code: printable(ADDRESS_LIMITS.postalCode, 'Enter the postal code'),
  country: printable(ADDRESS_LIMITS.country, 'Choose the country'),
})

export type AddressValues = z.input<typeof addressSchema>
export type AddressField = keyof AddressValues

const anyText = z.string()

/** @param isNew whether a choice means the newly typed address. */
export const claimSchema = (isNew: (choice: string) => boolean) =>
  z
    .object({
      method: z.enum(['standard', 'express']),
      /** Id of a saved address, `new`, or blank until the winner has chosen. */
      choice: z.string(),
      // Validated only when it is used, below.
      address: z.object({
        full_name: anyText,
        phone_number: anyText,
        email: anyText,
        address_line1: anyText,
        address_line2: anyText,
        city: anyText,
        state: anyText,
        postal_code: anyText,
        country: anyText,
      }),
      accepted: z.boolean().check(z.refine((yes) => yes, 'You must accept the terms and conditions')),
    })
    .check(
      z.check(({ value, issues }) => {
        if (!isNew(value.choice)) return
        for (const { path, message } of addressSchema.safeParse(value.address).error?.issues ?? [])
          issues.push({ code: 'custom', message, path: ['address', ...path], input: value.address, continue: true })
      }),
    )

export type ClaimValues = z.input<ReturnType<typeof claimSchema>>

const DEFAULT_COUNTRY = 'United States'

/** @param country of a new address. */
export const emptyClaim = (email: string | undefined, country = DEFAULT_COUNTRY): ClaimValues => ({
  method: 'standard',
  choice: '',
  address: {
    full_name: '',
    email: email ?? '',
    phone_number: '',
    address_line1: '',
    address_line2: '',
    city: '',
    state: '',
    postal_code: '',
    country,
  },
  accepted: false,
})
