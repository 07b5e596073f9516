import { TextField } from '../../../components/form/fields.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'

/** The email address of an account. */
export function EmailField({ form, hint }: { form: AppForm<{ email: string }>; hint?: string | undefined }) {
  return (
    <TextField
      form={form}
      name="email"
      label="Email"
      hint={hint}
      type="email"
      autoComplete="username"
      inputMode="email"
    />
  )
}
