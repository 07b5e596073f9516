import { type ReactNode, useId } from 'react'
import { formatMoment } from '../../lib/format.ts'
import { fromLocalInput, toLocalInput, zoneWords } from '../../lib/local-moment.ts'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'

export interface DateTimeFieldProps {
  label: string
  /** An ISO moment; null while none is chosen. */
  value: string | null
  onChange: (moment: string | null) => void
  error?: string | undefined
  /** Of the input, so that a form can find it. */
  name?: string
  /** Stands before the moment in words. */
  hint?: ReactNode
}

/** A day and a time in the admin's own time zone, said again in words so that nobody mistakes the zone. */
export function DateTimeField({ label, value, onChange, error, name, hint }: DateTimeFieldProps) {
  const id = useId()
  const words = value ? `${formatMoment(value)}, ${zoneWords(value)}` : `Your time zone: ${zoneWords()}`
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={
        <>
          {hint} {words}
        </>
      }
    >
      {(control) => (
        <TextInput
          {...control}
          name={name}
          type="datetime-local"
          max="9999-12-31T23:59"
          value={toLocalInput(value)}
          onChange={(event) => onChange(fromLocalInput(event.target.value))}
        />
      )}
    </Field>
  )
}
