import { ComingPage } from '../../components/layout/coming-page.tsx'

/** The member's own figures. */
export function Component() {
  return <ComingPage title="Dashboard" text="Your points, prizes and referrals will be gathered here." />
}
