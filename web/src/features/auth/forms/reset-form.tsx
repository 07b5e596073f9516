import { PASSWORD } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { PasswordField } from '../../../components/form/fields.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { useResetPasswordMutation } from '../../../data/auth/password-reset-mutation.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../auth.module.css'
import { authFailureText } from '../auth-failure.ts'
import { resetSchema } from '../auth-schema.ts'

/** Sets a new password after a recovery link. */
export function ResetForm() {
  const reset = useResetPasswordMutation()
  const form = useAppForm({
    schema: resetSchema,
    start: { password: '', confirm: '' },
    send: ({ password }) => reset.mutateAsync(password),
    action: 'updatePassword',
    text: (error) => authFailureText('updatePassword', error),
  })

  if (reset.isSuccess)
    return (
      <>
        <Banner tone="success" className={styles.notice}>
          Password updated successfully!
        </Banner>
        <ButtonLink to="/profile" size="lg" block>
          Go to your profile
        </ButtonLink>
      </>
    )

  return (
    <Form form={form}>
      <FailureBanner form={form} fixed className={styles.notice} />
      <PasswordField
        form={form}
        name="password"
        label="New password"
        hint={`At least ${PASSWORD.min} characters.`}
        what="new password"
        autoComplete="new-password"
      />
      <PasswordField
        form={form}
        name="confirm"
        label="Confirm new password"
        what="confirmed password"
        autoComplete="new-password"
      />
      <SendButton form={form} size="lg" block className={styles.submit} busyText="Saving...">
        Save new password
      </SendButton>
    </Form>
  )
}
