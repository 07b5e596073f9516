import { useState } from 'react'
import { useLocation } from 'react-router'
import lakeNight from '../../assets/art/lake-night.svg'
import { Banner } from '../../components/feedback/banner.tsx'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import * as styles from '../../features/auth/auth.module.css'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { ResetForm } from '../../features/auth/forms/reset-form.tsx'
import { NO_PASSWORD_YET } from '../../features/auth/mailed-link.ts'
import { useSession } from '../../hooks/use-session.ts'

/** Sets a new password; only the session of a recovery link, or of a sign-up without a password, opens the form. */
export function Component() {
  const session = useSession()
  const { state } = useLocation()
  // Changing the password clears the flag; the form stays to confirm the change.
  const [opened, setOpened] = useState(false)
  // A new password may be set before the second step.
  const signedIn = session.status === 'member' ? session : session.status === 'guest' ? session.halfway : undefined
  if (signedIn?.recovering && !opened) setOpened(true)

  return (
    <AuthLayout
      title="Reset password"
      heading="Set a new password"
      lead="You stay signed in here. On your other devices you will need the new password."
      art={lakeNight}
      caption="The bank is never empty."
    >
      {session.status === 'loading' && <Spinner />}
      {opened && state === NO_PASSWORD_YET.state && (
        <Banner className={styles.notice}>
          Your account has no password yet, because its address was confirmed in another browser or after more than one
          sign-up. Choose it here.
        </Banner>
      )}
      {opened && <ResetForm />}
      {signedIn && !opened && (
        <>
          <Banner className={styles.notice}>You are signed in. Your password can be changed on your profile.</Banner>
          <ButtonLink to="/profile" size="lg" block>
            Go to your profile
          </ButtonLink>
        </>
      )}
      {session.status === 'guest' && !signedIn && !opened && (
        <>
          <Banner tone="danger" className={styles.notice}>
            This link has expired or was already used.
          </Banner>
          <ButtonLink to="/forgot-password" size="lg" block>
            Request a new link
          </ButtonLink>
        </>
      )}
    </AuthLayout>
  )
}
