import { Page } from '../../components/layout/page.tsx'
import { InfoCardSlot } from '../../features/info-cards/components/info-card-slot.tsx'
import { LandingPage } from '../../features/landing/components/landing-page.tsx'
import { useSession } from '../../hooks/use-session.ts'

/** `/`: hero, features and the info cards of the placement home. */
export function Component() {
  const session = useSession()
  return (
    <Page title="Carp angling community" bare className="landing">
      <LandingPage
        signedIn={session.status === 'member'}
        cards={<InfoCardSlot placement="home" heading="News from the bank" className="home-cards" wide />}
      />
    </Page>
  )
}
