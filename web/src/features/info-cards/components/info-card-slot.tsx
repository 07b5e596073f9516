import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { STALE } from '../../../config/stale.ts'
import { type CardPlacement, cardsQuery } from '../../../data/cards/cards-query.ts'
import { useCardsRealtime } from '../../../data/cards/realtime.ts'
import { CardCarousel } from './card-carousel.tsx'

export interface InfoCardSlotProps {
  placement: CardPlacement
  /** Picture beside the text on laptops. */
  wide?: boolean
  /** Hidden heading over the cards. */
  heading: string
  className?: string
  /** Where the slot stands at the top of a screen: its first picture is fetched at once. */
  priority?: boolean | undefined
}

/** The place of a page that shows its info cards, or nothing at all when there are none. */
export function InfoCardSlot({ placement, wide = false, heading, className, priority }: InfoCardSlotProps) {
  useCardsRealtime()
  // A card that is taken away, or whose time begins or ends, is not told live.
  const cards = useQuery({ ...cardsQuery(placement), refetchInterval: STALE.fiveMinutes })
  if (cards.isError && !cards.data) {
    return (
      <section className={className}>
        <ErrorBanner action="loadInfoCards" error={cards.error} onRetry={() => cards.refetch()} />
      </section>
    )
  }
  if (!cards.data || cards.data.length === 0) return null
  return (
    <section className={className}>
      <h2 className="vh">{heading}</h2>
      <CardCarousel cards={cards.data} wide={wide} priority={priority} />
    </section>
  )
}
