import clsx from 'clsx'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type PointerEvent, useRef, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { useAfterFirstDraw } from '../../../hooks/use-after-first-draw.ts'
import { CARD_BOX } from '../../../lib/photo/photo-boxes.ts'
import { safeLink } from '../../../lib/safe-link.ts'
import { indexAfterReload, stepIndex, swipeStep } from '../carousel-index.ts'
import '../info-cards.css'

export interface CardCarouselProps {
  /** At least one card, newest first. */
  cards: readonly InfoCard[]
  /** Picture beside the text on laptops, as on the landing page. */
  wide?: boolean
  /** Fetches the first picture at once and first. */
  priority?: boolean | undefined
}

/**
 * The info cards of one place, one at a time: 21:9 picture, title, description and a link that opens a new tab.
 * Buttons, dots and swipes appear with more than one card; nothing moves by itself.
 */
export function CardCarousel({ cards, wide = false, priority = false }: CardCarouselProps) {
  const [position, setPosition] = useState({ index: 0, id: cards[0]?.id })
  const [moved, setMoved] = useState(false)
  const finger = useRef<{ x: number; y: number }>(undefined)
  const ids = cards.map((card) => card.id)
  const index = indexAfterReload(ids, position.id, position.index)
  const several = cards.length > 1
  // Beside the controls; the wide card has each link below its own text.
  const link = wide ? null : linkOf(cards[index])
  // At the top of a screen the first picture has the line to itself.
  const others = useAfterFirstDraw(priority)

  const show = (next: number) => {
    setMoved(true)
    setPosition({ index: next, id: cards[next]?.id })
  }
  const step = (by: 1 | -1) => show(stepIndex(index, by, cards.length))

  const onPointerUp = (event: PointerEvent) => {
    const start = finger.current
    finger.current = undefined
    const by = start && several ? swipeStep(event.clientX - start.x, event.clientY - start.y) : 0
    if (by !== 0) step(by)
  }

  return (
    <section
      className={clsx('car card car-card', wide && 'car-wide')}
      aria-roledescription="carousel"
      aria-label="Info cards"
    >
      <div
        className="media r21 car-stack"
        onPointerDown={(event) => {
          if (event.pointerType !== 'mouse') finger.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          finger.current = undefined
        }}
      >
        {cards.slice(0, others ? cards.length : 1).map((card, at) => (
          <CardPicture key={card.id} card={card} shown={at === index} priority={priority && at === 0} />
        ))}
      </div>
      <div className="car-side">
        <div className="car-stack" aria-live={moved ? 'polite' : undefined}>
          {cards.map((card, at) => (
            <CardText
              key={card.id}
              card={card}
              wide={wide}
              shown={at === index}
              place={`${at + 1} of ${cards.length}`}
            />
          ))}
        </div>
        {(several || link) && (
          <div className="car-foot">
            {link}
            {several && (
              <>
                <div className="dots">
                  {cards.map((card, at) => (
                    <button
                      key={card.id}
                      type="button"
                      aria-label={`Card ${at + 1} of ${cards.length}`}
                      aria-current={at === index || undefined}
                      onClick={() => show(at)}
                    />
                  ))}
                </div>
                <span className="car-steps">
                  <IconButton
                    label="Previous card"
                    icon={<ChevronLeft aria-hidden="true" />}
                    onClick={() => step(-1)}
                  />
                  <IconButton label="Next card" icon={<ChevronRight aria-hidden="true" />} onClick={() => step(1)} />
                </span>
              </>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

function CardPicture({ card, shown, priority }: { card: InfoCard; shown: boolean; priority: boolean }) {
  const src = safeLink(card.image_url)
  return src ? (
    <Photo className={clsx(shown && 'is-on')} url={src} alt="" {...CARD_BOX} priority={priority} />
  ) : (
    <div className={clsx('car-art', shown && 'is-on')} />
  )
}

function CardText({ card, shown, wide, place }: { card: InfoCard; shown: boolean; wide: boolean; place: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel pattern, not a fieldset
    <div
      className={clsx('car-body', shown && 'is-on')}
      role="group"
      aria-roledescription="slide"
      aria-label={place}
      aria-hidden={shown ? undefined : true}
      inert={!shown}
    >
      <h3 className={wide ? 'h2' : 'h3'} dir="auto">
        {card.title}
      </h3>
      {card.description && (
        <p className={clsx(!wide && 'small')} dir="auto">
          {card.description}
        </p>
      )}
      {wide && linkOf(card)}
    </div>
  )
}

function linkOf(card: InfoCard | undefined) {
  const address = safeLink(card?.cta_url)
  return address ? (
    <a className="link-cta" href={address} target="_blank" rel="noopener noreferrer">
      {card?.cta_text || 'Learn More'}
      <ArrowUpRight className="i" aria-hidden="true" />
      <span className="vh"> (opens in a new tab)</span>
    </a>
  ) : null
}
