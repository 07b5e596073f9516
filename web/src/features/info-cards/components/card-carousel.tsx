import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type PointerEvent, useRef, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { useAfterFirstDraw } from '../../../hooks/use-after-first-draw.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { CARD_BOX } from '../../../lib/photo/photo-boxes.ts'
import { safeLink } from '../../../lib/safe-link.ts'
import * as styles from '../card-carousel.module.css'
import { indexAfterReload, stepIndex, swipeStep } from '../carousel-index.ts'

export interface CardCarouselProps {
  /** At least one card, newest first. */
  cards: readonly InfoCard[]
  /** Picture beside the text on laptops, as on the landing page. */
  wide?: boolean
  /** Fetches the first picture at once with high priority. */
  priority?: boolean | undefined
}

/**
 * The info cards of one placement, one at a time: 21:9 picture, title, description and a link that opens a new tab.
 * Buttons, dots and swipes work with more than one card; the carousel does not advance by itself.
 */
export function CardCarousel({ cards, wide = false, priority = false }: CardCarouselProps) {
  const [position, setPosition] = useState({ index: 0, id: cards[0]?.id, moved: false })
  const finger = useRef<PointerEvent>(undefined)
  const places = cards.map((_, at) => `${at + 1} of ${cards.length}`)
  const index = indexAfterReload(
    cards.map((card) => card.id),
    position.id,
    position.index,
  )
  const several = cards.length > 1
  // Its link stands beside the controls; on the wide card each link is below its own text.
  const card = cards[index]
  // At the top of a screen only the first picture is fetched at first.
  const others = useAfterFirstDraw(priority)

  const show = (next: number) => setPosition({ index: next, id: cards[next]?.id, moved: true })
  const step = (by: 1 | -1) => show(stepIndex(index, by, cards.length))

  const onPointerUp = (event: PointerEvent) => {
    const start = finger.current
    finger.current = undefined
    const by = start && several ? swipeStep(event.clientX - start.clientX, event.clientY - start.clientY) : 0
    if (by !== 0) step(by)
  }

  return (
    <section
      className={joinClasses(`${styles.carousel} card`, wide && styles.wide)}
      aria-roledescription="carousel"
      aria-label="Info cards"
    >
      <div
        className={`media ratio-21-9 ${styles.stack}`}
        onPointerDown={(event) => {
          if (event.pointerType !== 'mouse') finger.current = event
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          finger.current = undefined
        }}
      >
        {cards.slice(0, others ? undefined : 1).map((card, at) => (
          <RowBoundary key={card.id} of={card}>
            <CardPicture card={card} shown={at === index} priority={priority && at === 0} />
          </RowBoundary>
        ))}
      </div>
      <div className={styles.side}>
        <div className={styles.stack} aria-live={position.moved ? 'polite' : undefined}>
          {cards.map((card, at) => (
            <CardText key={card.id} card={card} wide={wide} shown={at === index} place={places[at]} />
          ))}
        </div>
        <div className={styles.foot}>
          {!wide && (
            <RowBoundary of={card} as="span">
              <CardLink card={card} />
            </RowBoundary>
          )}
          {several && (
            <>
              <div className={styles.dots}>
                {cards.map((card, at) => (
                  <button
                    key={card.id}
                    type="button"
                    aria-label={`Card ${places[at]}`}
                    aria-current={at === index || undefined}
                    onClick={() => show(at)}
                  />
                ))}
              </div>
              <span className={styles.steps}>
                <IconButton label="Previous card" icon={<ChevronLeft aria-hidden="true" />} onClick={() => step(-1)} />
                <IconButton label="Next card" icon={<ChevronRight aria-hidden="true" />} onClick={() => step(1)} />
              </span>
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function CardPicture({ card, shown, priority }: { card: InfoCard; shown: boolean; priority: boolean }) {
  const src = safeLink(card.image_url)
  return src ? (
    <Photo className={joinClasses(shown && styles.shown)} url={src} alt="" {...CARD_BOX} priority={priority} />
  ) : (
    <div className={joinClasses(styles.plain, shown && styles.shown)} />
  )
}

function CardText({
  card,
  shown,
  wide,
  place,
}: {
  card: InfoCard
  shown: boolean
  wide: boolean
  place: string | undefined
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern, not a fieldset
    <div
      className={joinClasses(styles.body, shown && styles.shown)}
      role="group"
      aria-roledescription="slide"
      aria-label={place}
      aria-hidden={!shown}
      inert={!shown}
    >
      <RowBoundary of={card}>
        <h3 className={wide ? 'heading-2' : 'heading-3'} dir="auto">
          {card.title}
        </h3>
        {card.description && (
          <p className={wide ? undefined : 'small'} dir="auto">
            {card.description}
          </p>
        )}
        {wide && <CardLink card={card} />}
      </RowBoundary>
    </div>
  )
}

function CardLink({ card }: { card: InfoCard | undefined }) {
  const address = safeLink(card?.cta_url)
  return address ? (
    <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
      {card?.cta_text || 'Learn More'}
      <ArrowUpRight className="icon" aria-hidden="true" />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  ) : null
}
