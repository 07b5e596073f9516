import { useLocation, useSearchParams } from 'react-router'
import lakeDawn from '../../assets/art/lake-dawn.svg'
import { referrerIdFrom } from '../../features/auth/auth-schema.ts'
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx'
import { AuthSwitch } from '../../features/auth/components/auth-switch.tsx'
import { ReferrerBanner } from '../../features/auth/components/referrer-banner.tsx'
import { RegisterForm } from '../../features/auth/forms/register-form.tsx'
import { sharedThing } from '../../features/auth/shared-thing.ts'

/** Sign-up, optionally through a member's referral link. */
export function Component() {
  const [params] = useSearchParams()
  const thing = sharedThing(useLocation().state)
  const referrerId = referrerIdFrom(params.get('ref'))
  return (
    <AuthLayout
      title="Register"
      heading="Join Bankside"
      lead={thing ? `Join to see this ${thing}. It is free and takes a minute.` : 'Free to join. It takes a minute.'}
      art={lakeDawn}
      caption="Pick your swim. Put the kettle on."
    >
      {referrerId && <ReferrerBanner referrerId={referrerId} />}
      <RegisterForm referrerId={referrerId} />
      <AuthSwitch question="Already a member?" to="/login" label="Log in" />
    </AuthLayout>
  )
}
