import { useLocation, useNavigate } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { TextField } from '../../../components/form/fields.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { useVerifyMutation } from '../../../data/auth/verify-mutation.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import * as styles from '../auth.module.css'
import { authFailureText } from '../auth-failure.ts'
import { codeSchema } from '../auth-schema.ts'
import { LINK_TEXTS, type MailedKind, NO_PASSWORD_YET, target } from '../mailed-link.ts'
import { EmailField } from './email-field.tsx'

/** The six-digit code of an email, for when its link opens in another browser. */
export function CodeForm({ kind }: { kind: MailedKind }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const verify = useVerifyMutation()
  const form = useAppForm({
    schema: codeSchema,
    start: { email: emailOf(state), code: '' },
    send: ({ email, code }) => verify.mutateAsync({ kind, email, code }),
    done: (outcome) => {
      if (outcome === 'other-address') return
      if (outcome === 'choose-password')
        void navigate(NO_PASSWORD_YET.to, { replace: true, state: NO_PASSWORD_YET.state })
      else void navigate(target(kind, null), { replace: true })
    },
    action: 'requestPasswordReset',
    text: (error) => authFailureText('requestPasswordReset', error),
  })
  if (verify.data === 'other-address')
    return (
      <Banner tone="success" className={styles.notice}>
        This address is confirmed. Now enter the code from the email sent to your other address, or open its link.
      </Banner>
    )
  return (
    <Form form={form}>
      <FailureBanner form={form} fixed className={styles.notice} />
      <EmailField form={form} />
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="Six digits, from the email."
        autoComplete="one-time-code"
        inputMode="numeric"
      />
      <SendButton
        form={form}
        size="lg"
        block
        className={styles.submit}
        held={verify.isSuccess}
        busyText={LINK_TEXTS[kind].busy}
      >
        {LINK_TEXTS[kind].button}
      </SendButton>
    </Form>
  )
}

/** The address passed by the previous page; history state can hold anything, so its shape is checked. */
function emailOf(state: unknown): string {
  const email = typeof state === 'object' && state !== null && 'email' in state ? state.email : undefined
  return typeof email === 'string' ? email : ''
}
