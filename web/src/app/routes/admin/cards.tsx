import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { CardsPage } from '../../../features/console-cards/components/cards-page.tsx'
import { CardCarousel } from '../../../features/info-cards/components/card-carousel.tsx'

const preview = (card: InfoCard) => <CardCarousel cards={[card]} />

/** `/admin/cards`: the info cards. */
export function Component() {
  return <CardsPage preview={preview} />
}
