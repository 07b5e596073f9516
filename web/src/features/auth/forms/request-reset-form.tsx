import { Link } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { useRequestPasswordResetMutation } from '../../../data/auth/password-reset-mutation.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../auth.module.css'
import { authFailureText } from '../auth-failure.ts'
import { requestResetSchema } from '../auth-schema.ts'
import { EmailField } from './email-field.tsx'

/** Requests a recovery link. The answer never reveals whether the address has an account. */
export function RequestResetForm() {
  const request = useRequestPasswordResetMutation()
  const form = useAppForm({
    schema: requestResetSchema,
    start: { email: '' },
    send: ({ email }) => request.mutateAsync(email),
    repeats: true,
    action: 'requestPasswordReset',
    text: (error) => authFailureText('requestPasswordReset', error),
  })
  return (
    <Form form={form}>
      <FailureBanner form={form} fixed className={styles.notice} />
      {request.isSuccess && (
        <>
          <Banner tone="success" className={styles.notice}>
            If there is an account with this address, a link to set a new password is on its way.
          </Banner>
          <p className={styles.forgotten}>
            <Link className="tap-line" to="/confirm?type=recovery" state={{ email: request.variables }}>
              Enter the code from the email instead
            </Link>
          </p>
        </>
      )}
      <EmailField form={form} />
      <SendButton form={form} size="lg" block className={styles.submit} busyText="Sending...">
        Send link
      </SendButton>
    </Form>
  )
}
