import { useId } from 'react'
import { PasswordField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton, Success } from '../../../components/form/form.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { usePasswordChangeMutation } from '../../../data/profile/password-change-mutation.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { passwordSchema } from '../password-schema.ts'
import * as styles from '../profile.module.css'

/** Changes the member's password. @param username for password managers, which store the new password under it. */
export function PasswordSection({ username }: { username: string | undefined }) {
  const heading = useId()
  const change = usePasswordChangeMutation()
  const form = useAppForm({
    schema: passwordSchema,
    start: { current: '', next: '', confirm: '' },
    send: (values) => change.mutateAsync(values),
    next: 'blank',
    success: 'Password updated successfully!',
    action: 'updatePassword',
  })
  return (
    <Card as="section" pad className={styles.password} aria-labelledby={heading}>
      <h2 id={heading}>Change password</h2>
      <Form form={form} unsaved="Your new password is not saved yet.">
        <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
        <PasswordField
          form={form}
          name="current"
          label="Current password"
          what="current password"
          autoComplete="current-password"
        />
        <PasswordField form={form} name="next" label="New password" what="new password" autoComplete="new-password" />
        <PasswordField
          form={form}
          name="confirm"
          label="Confirm new password"
          what="confirmed new password"
          autoComplete="new-password"
        />
        <Failure form={form} />
        <Success form={form} />
        <SendButton form={form} variant="line">
          Change password
        </SendButton>
      </Form>
    </Card>
  )
}
