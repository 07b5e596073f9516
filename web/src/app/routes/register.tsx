import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import lakeDawn from '../../assets/art/lake-dawn.svg'
import { Banner } from '../../components/feedback/banner.tsx'
import { joiningQuery } from '../../data/auth/joining-query.ts'
import * as styles from '../../features/auth/auth.module.css'
import { referrerIdFrom } from '../../features/auth/auth-schema.ts'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { AuthSwitch } from '../../features/auth/components/auth-switch.tsx'
import { ReferrerBanner } from '../../features/auth/components/referrer-banner.tsx'
import { RegisterForm } from '../../features/auth/forms/register-form.tsx'
import { sharedThing } from '../../features/auth/shared-thing.ts'
import { SHUT_TEXT } from '../../features/auth/shut-text.ts'
import { useClubName } from '../../lib/club.ts'

/** Sign-up, optionally through a member's referral link, which may carry an invitation. */
export function Component() {
  const [params] = useSearchParams()
  const thing = sharedThing(useLocation().state)
  const referrerId = referrerIdFrom(params.get('ref'))
  const invitation = params.get('invite') || undefined
  // Until it is known, and when it cannot be asked, the form: most clubs are open, and the sign-up says the same.
  const { data: shut } = useQuery(joiningQuery(invitation))
  const lead = thing ? `Join to see this ${thing}. It is free and takes a minute.` : 'Free to join. It takes a minute.'
  return (
    <AuthLayout
      title="Register"
      heading={`Join ${useClubName()}`}
      lead={shut ? undefined : lead}
      art={lakeDawn}
      caption="Pick your swim. Put the kettle on."
    >
      {shut ? (
        <Banner tone="warn" className={`${styles.notice} ${styles.shut}`}>
          {SHUT_TEXT[shut]}
        </Banner>
      ) : (
        <>
          {referrerId && <ReferrerBanner referrerId={referrerId} />}
          <RegisterForm referrerId={referrerId} invitation={invitation} />
        </>
      )}
      <AuthSwitch question="Already a member?" to="/login" label="Log in" />
    </AuthLayout>
  )
}
