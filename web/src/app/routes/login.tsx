import lakeNight from '../../assets/art/lake-night.svg'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { AuthSwitch } from '../../features/auth/components/auth-switch.tsx'
import { SignInForm } from '../../features/auth/forms/sign-in-form.tsx'

/** Signing in. */
export function Component() {
  return (
    <AuthLayout
      title="Login"
      heading="Welcome back"
      lead="Sign in with your email and password."
      art={lakeNight}
      caption="The bank is never empty."
    >
      <SignInForm />
      <AuthSwitch question="New here?" to="/register" label="Register" />
    </AuthLayout>
  )
}
