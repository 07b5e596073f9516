import type { FieldPathByValue, FieldValues } from 'react-hook-form'
import { TextField } from '../../../components/form/fields.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import * as styles from '../two-step.module.css'

interface CodeFieldProps<In extends FieldValues> {
  form: AppForm<In>
  name: FieldPathByValue<In, string>
  hint?: string
}

/** The six digits of an authenticator app. */
export function CodeField<In extends FieldValues>({ form, name, hint }: CodeFieldProps<In>) {
  return (
    <TextField
      form={form}
      name={name}
      label="Code"
      hint={hint}
      className={styles.digits}
      autoComplete="one-time-code"
      inputMode="numeric"
      data-autofocus
    />
  )
}
