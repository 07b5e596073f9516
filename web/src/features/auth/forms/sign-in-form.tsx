import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { PasswordInput } from '../../../components/ui/password-input.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { useSignInMutation } from '../../../data/auth/sign-in-mutation.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { type SignInValues, signInSchema } from '../auth-schema.ts'
import { useFailure } from '../use-failure.ts'

/** E-mail and password. After success the page's guard sees the session and moves on. */
export function SignInForm() {
  const signIn = useSignInMutation()
  const failure = useFailure()
  const { register, handleSubmit, formState } = useForm<SignInValues>({
    resolver: zodResolver(signInSchema),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState

  const submit = handleSubmit((values) => {
    failure.clear()
    signIn.mutate(values, { onError: (error) => failure.show(bannerText('signIn', error)) })
  })

  return (
    <form noValidate onSubmit={submit}>
      {failure.text && (
        <Banner tone="danger" className="auth-banner">
          {failure.text}
        </Banner>
      )}
      <Field id="email" label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} {...register('email')} type="email" autoComplete="username" inputMode="email" />
        )}
      </Field>
      <Field id="password" label="Password" error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
      </Field>
      <Button
        type="submit"
        size="lg"
        block
        className="auth-submit"
        busy={signIn.isPending || signIn.isSuccess}
        busyText="Signing In..."
      >
        Sign In
      </Button>
      <p className="auth-forgot">
        <Link className="tapline" to="/forgot-password">
          Forgot your password?
        </Link>
      </p>
    </form>
  )
}
