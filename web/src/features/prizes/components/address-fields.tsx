import type { HTMLAttributes } from 'react'
import { SelectField, TextField } from '../../../components/form/fields.tsx'
import { countryNames } from '../../../lib/countries.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import { maxOf } from '../../../lib/form/schema.ts'
import * as styles from '../claim-form.module.css'
import { type AddressField, addressSchema, type ClaimValues } from '../claim-schema.ts'

interface Line {
  field: Exclude<AddressField, 'country'>
  label: string
  autoComplete: string
  note?: string
  type?: 'tel' | 'email'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** Class for its width in the grid. */
  width?: string
}

const LINES: readonly Line[] = [
  { field: 'full_name', label: 'Full name', autoComplete: 'shipping name' },
  { field: 'phone_number', label: 'Phone', autoComplete: 'shipping tel', type: 'tel', inputMode: 'tel' },
  {
    field: 'email',
    label: 'Email',
    autoComplete: 'shipping email',
    type: 'email',
    inputMode: 'email',
    width: 'span-two',
  },
  { field: 'address_line1', label: 'Address line 1', autoComplete: 'shipping address-line1', width: 'span-two' },
  {
    field: 'address_line2',
    label: 'Address line 2',
    autoComplete: 'shipping address-line2',
    note: 'Optional',
    width: 'span-two',
  },
  { field: 'city', label: 'City', autoComplete: 'shipping address-level2', width: 'span-two' },
  { field: 'state', label: 'State', autoComplete: 'shipping address-level1', width: styles.half },
  { field: 'postal_code', label: 'Postal code', autoComplete: 'shipping postal-code', width: styles.half },
]

/** A new address, with autocomplete names for browsers. */
export function AddressFields({ form }: { form: AppForm<ClaimValues> }) {
  return (
    <div className={`field-pair ${styles.address}`}>
      {LINES.map(({ field, width, ...line }) => (
        <TextField
          key={field}
          form={form}
          name={`address.${field}`}
          fieldClass={width}
          maxLength={maxOf(addressSchema, field)}
          dir="auto"
          required={field !== 'address_line2'}
          {...line}
        />
      ))}
      <SelectField
        form={form}
        name="address.country"
        label="Country"
        fieldClass="span-two"
        autoComplete="shipping country-name"
      >
        {countryNames().map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </div>
  )
}
