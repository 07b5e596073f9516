import { TextField } from '../../../components/form/fields.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'

/** The email address of an account. */
export function EmailField({ form }: { form: AppForm<{ email: string }> }) {
  return <TextField form={form} name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
}
