import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import lakeNight from '../../assets/art/lake-night.svg'
import { Banner } from '../../components/feedback/banner.tsx'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { hasJustEnded } from '../../data/auth/just-ended.ts'
import * as styles from '../../features/auth/auth.module.css'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { AuthSwitch } from '../../features/auth/components/auth-switch.tsx'
import { SignInForm } from '../../features/auth/forms/sign-in-form.tsx'
import { sharedThing } from '../../features/auth/shared-thing.ts'
import { useSession } from '../../hooks/use-session.ts'
import { clubName } from '../../lib/club.ts'

// Few members have a second step.
const CodePanel = lazy(() =>
  import('../../features/two-step/components/code-panel.tsx').then((module) => ({ default: module.CodePanel })),
)

/** Signing in, with the second step if the account has one. */
export function Component() {
  const { state } = useLocation()
  const session = useSession()
  if (session.status === 'guest' && session.halfway)
    return (
      <AuthLayout
        title="Enter your code"
        heading="Enter your code"
        lead={`Two-step sign-in is on for your account. Open your authenticator app and enter the code for ${clubName()}.`}
        art={lakeNight}
        caption="The bank is never empty."
      >
        <Suspense fallback={<Spinner />}>
          <CodePanel userId={session.halfway.userId} />
        </Suspense>
      </AuthLayout>
    )
  const hasEnded = state?.ended === true || hasJustEnded()
  const thing = hasEnded ? undefined : sharedThing(state)
  return (
    <AuthLayout
      title="Login"
      heading={thing ? 'Sign in' : 'Welcome back'}
      lead={thing ? `To see this ${thing}, sign in or join.` : 'Sign in with your email and password.'}
      art={lakeNight}
      caption="The bank is never empty."
    >
      {hasEnded && (
        <Banner tone="info" className={styles.notice}>
          You have been signed out. This happens when your password is changed, or when your session or account is ended
          elsewhere. Sign in to continue. Anything you were writing is kept.
        </Banner>
      )}
      <SignInForm />
      <AuthSwitch question="New here?" to="/register" label="Register" />
    </AuthLayout>
  )
}
