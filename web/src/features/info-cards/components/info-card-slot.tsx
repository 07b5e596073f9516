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
  /** Visually hidden heading above the cards. */
  heading: string
  className?: string
  /** For a slot at the top of a screen: its first picture is fetched at once. */
  priority?: boolean | undefined
}

/** The info cards of a page, or nothing when there are none. */
export function InfoCardSlot({ placement, wide = false, heading, className, priority }: InfoCardSlotProps) {
  useCardsRealtime()
  // Also polled, in case the live connection is not available.
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
      <h2 className="visually-hidden">{heading}</h2>
      <CardCarousel cards={cards.data} wide={wide} priority={priority} />
    </section>
  )
}
