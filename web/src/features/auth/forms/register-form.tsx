import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { LIMITS, PASSWORD } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { PasswordInput } from '../../../components/ui/password-input.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { useSignUpMutation } from '../../../data/auth/sign-up-mutation.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { type RegisterValues, registerSchema, USERNAME_TAKEN } from '../auth-schema.ts'
import { CheckMail } from '../components/check-mail.tsx'
import { useFailure } from '../use-failure.ts'

export interface RegisterFormProps {
  /** Id from the referral link, already known to be a UUID. */
  referrerId: string | undefined
}

/** Username, e-mail and password. After success the page's guard sees the session and moves on. */
export function RegisterForm({ referrerId }: RegisterFormProps) {
  const signUp = useSignUpMutation()
  const failure = useFailure()
  const { register, handleSubmit, formState, setError, control } = useForm<RegisterValues>({
    resolver: zodResolver(registerSchema),
    defaultValues: { username: '', email: '', password: '' },
  })
  const { errors } = formState
  const username = useWatch({ control, name: 'username' })

  const submit = handleSubmit((values) => {
    failure.clear()
    signUp.mutate(
      { ...values, referrerId },
      {
        onSuccess: (outcome) => {
          if (outcome === 'username-taken') setError('username', { message: USERNAME_TAKEN }, { shouldFocus: true })
        },
        onError: (error) => failure.show(bannerText('register', error)),
      },
    )
  })

  if (signUp.data === 'confirm-email') return <CheckMail email={signUp.variables?.email ?? ''} onOther={signUp.reset} />

  return (
    <form noValidate onSubmit={submit}>
      {failure.text && (
        <Banner tone="danger" className="auth-banner">
          {failure.text}
        </Banner>
      )}
      <Field
        id="username"
        label="Username"
        error={errors.username?.message}
        counter={{ length: Array.from(username).length, max: LIMITS.username }}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('username')}
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LIMITS.username}
          />
        )}
      </Field>
      <Field id="email" label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} {...register('email')} type="email" autoComplete="username" inputMode="email" />
        )}
      </Field>
      <Field
        id="password"
        label="Password"
        hint={`At least ${PASSWORD.min} characters.`}
        error={errors.password?.message}
      >
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
      </Field>
      <Button
        type="submit"
        variant="tip"
        size="lg"
        block
        className="auth-submit"
        busy={signUp.isPending || signUp.data === 'signed-in'}
        busyText="Creating Account..."
      >
        Register
      </Button>
    </form>
  )
}
