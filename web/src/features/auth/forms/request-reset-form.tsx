import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { useRequestPasswordResetMutation } from '../../../data/auth/password-reset-mutation.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { type RequestResetValues, requestResetSchema } from '../auth-schema.ts'
import { useFailure } from '../use-failure.ts'

/** Asks for a recovery link. The answer never tells whether the address has an account. */
export function RequestResetForm() {
  const request = useRequestPasswordResetMutation()
  const failure = useFailure()
  const { register, handleSubmit, formState } = useForm<RequestResetValues>({
    resolver: zodResolver(requestResetSchema),
    defaultValues: { email: '' },
  })

  const submit = handleSubmit(({ email }) => {
    failure.clear()
    request.mutate(email, { onError: (error) => failure.show(bannerText('requestPasswordReset', error)) })
  })

  return (
    <form noValidate onSubmit={submit}>
      {failure.text && (
        <Banner tone="danger" className="auth-banner">
          {failure.text}
        </Banner>
      )}
      {request.isSuccess && (
        <Banner tone="success" className="auth-banner">
          If an account has this address, a link to set a new password is on its way.
        </Banner>
      )}
      <Field id="email" label="Email" error={formState.errors.email?.message}>
        {(control) => (
          <TextInput {...control} {...register('email')} type="email" autoComplete="username" inputMode="email" />
        )}
      </Field>
      <Button type="submit" size="lg" block className="auth-submit" busy={request.isPending} busyText="Sending...">
        Send link
      </Button>
    </form>
  )
}
