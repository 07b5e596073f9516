import { Link } from 'react-router'
import { PasswordField } from '../../../components/form/fields.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { useSignInMutation } from '../../../data/auth/sign-in-mutation.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../auth.module.css'
import { authFailureText, isUnconfirmed } from '../auth-failure.ts'
import { signInSchema } from '../auth-schema.ts'
import { EmailField } from './email-field.tsx'
import { ResendForm } from './resend-form.tsx'

/** Email and password. After success the page's guard sees the session and navigates. */
export function SignInForm() {
  const signIn = useSignInMutation()
  const form = useAppForm({
    schema: signInSchema,
    start: { email: '', password: '' },
    send: (values) => signIn.mutateAsync(values),
    action: 'signIn',
    text: (error) => authFailureText('signIn', error),
  })
  const waiting = isUnconfirmed(signIn.error) ? (signIn.variables?.email ?? '') : ''
  return (
    <>
      <Form form={form}>
        <FailureBanner form={form} fixed className={styles.notice} />
        <EmailField form={form} />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" />
        <SendButton form={form} size="lg" block className={styles.submit} held={form.done} busyText="Signing In...">
          Sign In
        </SendButton>
        <p className={styles.forgotten}>
          <Link className="tap-line" to="/forgot-password">
            Forgot your password?
          </Link>
        </p>
      </Form>
      {waiting !== '' && (
        <section className={styles.checkMail} aria-label="Confirm your address">
          <p>Your address is not confirmed yet. Open the link in the email we sent you, or request a new one.</p>
          <ResendForm key={waiting} email={waiting} />
          <Link className="tap-line" to="/confirm?type=signup" state={{ email: waiting }}>
            Enter the code from the email instead
          </Link>
        </section>
      )}
    </>
  )
}
