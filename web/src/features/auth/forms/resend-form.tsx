import { Banner } from '../../../components/feedback/banner.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { useResendMutation } from '../../../data/auth/resend-mutation.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../auth.module.css'
import { authFailureText } from '../auth-failure.ts'
import { requestResetSchema } from '../auth-schema.ts'
import { EmailField } from './email-field.tsx'

export interface ResendFormProps {
  /** The address if it is known; otherwise the form asks for it. */
  email?: string
}

/** Requests the sign-up email again. The answer never reveals whether such an account exists. */
export function ResendForm({ email = '' }: ResendFormProps) {
  const resend = useResendMutation()
  const form = useAppForm({
    schema: requestResetSchema,
    start: { email },
    send: (typed) => resend.mutateAsync(typed.email),
    repeats: true,
    action: 'requestPasswordReset',
    text: (error) => authFailureText('requestPasswordReset', error),
  })
  return (
    <Form form={form}>
      <FailureBanner form={form} fixed className={styles.notice} />
      {resend.isSuccess && (
        <Banner tone="success" className={styles.notice}>
          If an account with this address is waiting for confirmation, a new link is on its way.
        </Banner>
      )}
      {email === '' && <EmailField form={form} />}
      <SendButton form={form} size="lg" block className={styles.submit} busyText="Sending...">
        Send a new link
      </SendButton>
    </Form>
  )
}
