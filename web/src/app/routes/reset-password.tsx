import { useState } from 'react'
import lakeNight from '../../assets/art/lake-night.svg'
import { Banner } from '../../components/feedback/banner.tsx'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { ResetForm } from '../../features/auth/forms/reset-form.tsx'
import { useSession } from '../../hooks/use-session.ts'

/** Setting a new password; only the session of a recovery link opens the form. */
export function Component() {
  const session = useSession()
  // The flag goes with the change of password, the form stays to say that it was made.
  const [opened, setOpened] = useState(false)
  if (session.status === 'member' && session.recovering && !opened) setOpened(true)

  return (
    <AuthLayout
      title="Reset password"
      heading="Set a new password"
      lead="You stay signed in here; your other devices are signed out."
      art={lakeNight}
      caption="The bank is never empty."
    >
      {session.status === 'loading' && <Spinner />}
      {opened && <ResetForm />}
      {session.status === 'member' && !opened && (
        <>
          <Banner className="auth-banner">You are signed in. Your password can be changed on your profile.</Banner>
          <ButtonLink to="/profile" size="lg" block>
            Go to your profile
          </ButtonLink>
        </>
      )}
      {session.status === 'guest' && !opened && (
        <>
          <Banner tone="danger" className="auth-banner">
            This link has expired or was already used.
          </Banner>
          <ButtonLink to="/forgot-password" size="lg" block>
            Ask for a new link
          </ButtonLink>
        </>
      )}
    </AuthLayout>
  )
}
