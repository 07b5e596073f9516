import lakeNight from '../../assets/art/lake-night.svg'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { AuthSwitch } from '../../features/auth/components/auth-switch.tsx'
import { RequestResetForm } from '../../features/auth/forms/request-reset-form.tsx'

/** Requests a recovery link. */
export function Component() {
  return (
    <AuthLayout
      title="Forgot password"
      heading="Forgot your password?"
      lead="Tell us your email and we will send you a link to set a new one."
      art={lakeNight}
      caption="The bank is never empty."
    >
      <RequestResetForm />
      <AuthSwitch question="Remembered it?" to="/login" label="Log in" />
    </AuthLayout>
  )
}
