import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { PASSWORD } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { PasswordInput } from '../../../components/ui/password-input.tsx'
import { useResetPasswordMutation } from '../../../data/auth/password-reset-mutation.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { type ResetValues, resetSchema } from '../auth-schema.ts'
import { useFailure } from '../use-failure.ts'

/** Sets a new password after a recovery link was followed. */
export function ResetForm() {
  const reset = useResetPasswordMutation()
  const failure = useFailure()
  const { register, handleSubmit, formState } = useForm<ResetValues>({
    resolver: zodResolver(resetSchema),
    defaultValues: { password: '', confirm: '' },
  })
  const { errors } = formState

  const submit = handleSubmit(({ password }) => {
    failure.clear()
    reset.mutate(password, { onError: (error) => failure.show(bannerText('updatePassword', error)) })
  })

  if (reset.isSuccess)
    return (
      <>
        <Banner tone="success" className="auth-banner">
          Password updated successfully!
        </Banner>
        <ButtonLink to="/profile" size="lg" block>
          Go to your profile
        </ButtonLink>
      </>
    )

  return (
    <form noValidate onSubmit={submit}>
      {failure.text && (
        <Banner tone="danger" className="auth-banner">
          {failure.text}
        </Banner>
      )}
      <Field
        id="new-password"
        label="New password"
        hint={`At least ${PASSWORD.min} characters.`}
        error={errors.password?.message}
      >
        {(control) => (
          <PasswordInput {...control} {...register('password')} what="new password" autoComplete="new-password" />
        )}
      </Field>
      <Field id="confirm-password" label="Confirm new password" error={errors.confirm?.message}>
        {(control) => (
          <PasswordInput {...control} {...register('confirm')} what="confirmed password" autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" size="lg" block className="auth-submit" busy={reset.isPending} busyText="Saving...">
        Save new password
      </Button>
    </form>
  )
}
