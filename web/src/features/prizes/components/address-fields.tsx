import type { HTMLAttributes } from 'react'
import { Field } from '../../../components/ui/field.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { type ClaimErrors, maxLengthOf } from '../check-claim.ts'
import type { AddressFields as Fields } from '../claim-draft.ts'
import { countryNames } from '../countries.ts'

interface Line {
  field: Exclude<keyof Fields, 'country'>
  label: string
  autoComplete: string
  note?: string
  type?: 'tel' | 'email'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  /** Class of its width in the grid. */
  width?: string
}

const LINES: readonly Line[] = [
  { field: 'full_name', label: 'Full name', autoComplete: 'shipping name' },
  { field: 'phone_number', label: 'Phone', autoComplete: 'shipping tel', type: 'tel', inputMode: 'tel' },
  { field: 'email', label: 'Email', autoComplete: 'shipping email', type: 'email', inputMode: 'email', width: 'span2' },
  { field: 'address_line1', label: 'Address line 1', autoComplete: 'shipping address-line1', width: 'span2' },
  {
    field: 'address_line2',
    label: 'Address line 2',
    autoComplete: 'shipping address-line2',
    note: 'Optional',
    width: 'span2',
  },
  { field: 'city', label: 'City', autoComplete: 'shipping address-level2', width: 'span2' },
  { field: 'state', label: 'State', autoComplete: 'shipping address-level1', width: 'half' },
  { field: 'postal_code', label: 'Postal code', autoComplete: 'shipping postal-code', width: 'half' },
]

export interface AddressFieldsProps {
  id: string
  address: Fields
  errors: ClaimErrors
  onChange: (change: Partial<Fields>) => void
}

/** A new address, in words that browsers can fill in. */
export function AddressFields({ id, address, errors, onChange }: AddressFieldsProps) {
  return (
    <div className="grid2 addr">
      {LINES.map(({ field, label, autoComplete, note, type = 'text', inputMode, width }) => (
        <Field
          key={field}
          id={`${id}-${field}`}
          label={label}
          {...(note && { note })}
          {...(width && { className: width })}
          error={errors[field]}
        >
          {(control) => (
            <TextInput
              {...control}
              name={field}
              type={type}
              inputMode={inputMode}
              autoComplete={autoComplete}
              maxLength={maxLengthOf(field)}
              dir="auto"
              required={field !== 'address_line2'}
              value={address[field]}
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <CountryField id={`${id}-country`} value={address.country} error={errors.country} onChange={onChange} />
    </div>
  )
}

interface CountryFieldProps {
  id: string
  value: string
  error: string | undefined
  onChange: (change: Partial<Fields>) => void
}

function CountryField({ id, value, error, onChange }: CountryFieldProps) {
  const names = countryNames()
  return (
    <Field id={id} label="Country" className="span2" error={error}>
      {(control) => (
        <select
          {...control}
          className="input"
          name="country"
          autoComplete="shipping country-name"
          value={value}
          onChange={(event) => onChange({ country: event.target.value })}
        >
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
