import type { ReactNode } from 'react'
import type { FieldPathByValue, FieldValues } from 'react-hook-form'
import type { AppForm } from '../../lib/form/plan.ts'
import { formatMoment } from '../../lib/format.ts'
import { fromLocalInput, toLocalInput, zoneText } from '../../lib/local-moment.ts'
import { useFormField } from '../form/fields.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'

export interface MomentFieldProps<In extends FieldValues> {
  form: AppForm<In>
  /** An ISO moment; null while none is chosen. */
  name: FieldPathByValue<In, string | null>
  label: string
  /** Text before the written-out moment. */
  hint?: ReactNode
}

/** A day and time in the admin's own time zone; the hint writes it out with the zone to prevent mistakes. */
export function MomentField<In extends FieldValues>({ form, name, label, hint }: MomentFieldProps<In>) {
  const { id, value, change, error } = useFormField<string | null>(form, name)
  const text = value ? `${formatMoment(value)}, ${zoneText(value)}` : `Your time zone: ${zoneText()}`
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={
        <>
          {hint} {text}
        </>
      }
    >
      {(control) => (
        <TextInput
          {...control}
          name={name}
          type="datetime-local"
          min="2000-01-01T00:00"
          max="2199-12-31T23:59"
          value={toLocalInput(value)}
          onChange={(event) => change(fromLocalInput(event.target.value))}
        />
      )}
    </Field>
  )
}
