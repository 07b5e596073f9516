import type { QueryClient } from '@tanstack/react-query'
import { Page } from '../../components/layout/page.tsx'
import { cardsQuery } from '../../data/cards/cards-query.ts'
import { contentQuery } from '../../data/landing/content-query.ts'
import { InfoCardSlot } from '../../features/info-cards/components/info-card-slot.tsx'
import { LandingPage } from '../../features/landing/components/landing-page.tsx'
import * as styles from '../../features/landing/landing.module.css'
import { useSession } from '../../hooks/use-session.ts'

export function prepare(queries: QueryClient): void {
  void queries.prefetchQuery(contentQuery())
  void queries.prefetchQuery(cardsQuery('home'))
}

/** `/`: hero, features and the info cards of the placement home. */
export function Component() {
  const session = useSession()
  return (
    <Page title="Carp angling community" bare className={styles.landing}>
      <LandingPage
        signedIn={session.status === 'member'}
        cards={<InfoCardSlot placement="home" heading="News from the bank" className={styles.cards} wide />}
      />
    </Page>
  )
}
