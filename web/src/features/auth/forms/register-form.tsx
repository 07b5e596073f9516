import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIMITS, PASSWORD } from '../../../../../contract/src/limits.ts'
import { PasswordField, TextField } from '../../../components/form/fields.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { invitedNameQuery } from '../../../data/auth/invited-name-query.ts'
import type { Shut } from '../../../data/auth/joining-query.ts'
import { useSignUpMutation } from '../../../data/auth/sign-up-mutation.ts'
import { usernameProblemText } from '../../../data/profile/username-refusal.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { Refused } from '../../../lib/refused.ts'
import * as styles from '../auth.module.css'
import { authFailureText } from '../auth-failure.ts'
import { registerSchema } from '../auth-schema.ts'
import { CheckMail } from '../components/check-mail.tsx'
import { SHUT_TEXT } from '../shut-text.ts'
import { EmailField } from './email-field.tsx'

export interface RegisterFormProps {
  /** Id from the referral link, already validated as a UUID. */
  referrerId: string | undefined
  /** Code of an invitation from the link. */
  invitation: string | undefined
}

const SAME_ADDRESS = 'Use the address that your invitation was sent to: what the club keeps for you belongs to it.'

/** Username, email and password. After success the page's guard sees the session and navigates. */
export function RegisterForm({ referrerId, invitation }: RegisterFormProps) {
  const signUp = useSignUpMutation()
  const form = useAppForm({
    schema: registerSchema,
    start: { username: '', email: '', password: '' },
    send: async (values) => {
      const outcome = await signUp.mutateAsync({ ...values, referrerId, invitation })
      if (typeof outcome === 'string') return
      throw 'shut' in outcome ? new JoiningRefused(outcome.shut) : new NameRefused(outcome.usernameProblem)
    },
    fault: (error) => (error instanceof NameRefused ? { username: usernameProblemText(error.problem) } : undefined),
    action: 'register',
    text: (error) => (error instanceof JoiningRefused ? SHUT_TEXT[error.shut] : authFailureText('register', error)),
  })

  const { data: proposed } = useQuery({ ...invitedNameQuery(invitation ?? ''), enabled: invitation !== undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: proposed once, and nothing typed is overwritten
  useEffect(() => {
    if (proposed && form.values.username === '') form.change({ username: proposed })
  }, [proposed])

  if (signUp.data === 'confirm-email') return <CheckMail email={signUp.variables?.email ?? ''} onOther={signUp.reset} />

  return (
    <Form form={form}>
      <FailureBanner form={form} fixed className={styles.notice} />
      <TextField
        form={form}
        name="username"
        label="Username"
        counted
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.username}
      />
      <EmailField form={form} hint={proposed ? SAME_ADDRESS : undefined} />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        hint={`At least ${PASSWORD.min} characters.`}
        autoComplete="new-password"
      />
      <SendButton
        form={form}
        variant="tip"
        size="lg"
        block
        className={styles.submit}
        held={signUp.data === 'signed-in'}
        busyText="Creating Account..."
      >
        Register
      </SendButton>
    </Form>
  )
}

/** Whether the service's answer was about the name. */
class NameRefused extends Refused {
  readonly problem: string

  constructor(problem: string) {
    super(problem)
    this.problem = problem
  }
}

/** The club takes nobody, or not with this invitation. */
class JoiningRefused extends Refused {
  readonly shut: Shut

  constructor(shut: Shut) {
    super(shut)
    this.shut = shut
  }
}
