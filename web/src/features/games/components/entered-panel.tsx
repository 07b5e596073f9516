import ArrowDown from 'lucide-react/icons/arrow-down'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef } from 'react'
import { useToast } from '../../../components/feedback/toast.tsx'
import { countdown } from '../../../components/game/countdown.ts'
import { TypeIcon } from '../../../components/game/game-type.tsx'
import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { Game } from '../../../data/games/game.ts'
import { formatTimeOrMoment } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../entered.module.css'
import { enteredText } from '../entered-text.ts'
import { JumpLink } from './jump-link.tsx'
import { PushAsk } from './push-ask.tsx'

interface EnteredPanelProps {
  game: Game
  now: Date
  /** The member has just sent the entry: the rings open, and the focus comes here. */
  fresh: boolean
  /** The next game to play. */
  next?: Game
}

/** Replaces the controls of a game: the member's own entry, and a link to the next game. */
export function EnteredPanel({ game, now, fresh, next }: EnteredPanelProps) {
  const toast = useToast()
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!fresh) return
    // The control that had the focus has been removed. A member who went on to another field stays there.
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
    else toast('You’re in.')
  }, [fresh, toast])
  const { own } = game
  if (!own) return null
  return (
    <>
      <div className={joinClasses('on-deep', styles.panel, fresh && styles.fresh)}>
        <Rings />
        <p ref={line} tabIndex={-1} className={styles.headline}>
          <Check className="icon" aria-hidden="true" />
          You’re in
        </p>
        {own.weight !== null && (
          <p className={`figure ${styles.entry}`}>
            <span className="visually-hidden">Your guess: </span>
            {own.weight}
            <small> {game.unit}</small>
          </p>
        )}
        {own.square !== null && (
          <p className={`figure ${styles.entry}`}>
            <span className="visually-hidden">Your square: </span>
            {own.square}
          </p>
        )}
        {own.photoUrl && (
          <PhotoButton
            className={styles.photo}
            title="Your entry"
            photos={[{ url: own.photoUrl, alt: 'Your entry', caption: game.title }]}
          >
            <Photo url={own.photoUrl} alt="Your entry" width={320} height={200} />
          </PhotoButton>
        )}
        <p>{enteredText(game, now)}</p>
      </div>
      {fresh && !own.byTeam && <PushAsk closesAt={formatTimeOrMoment(game.endDate, now)} />}
      {fresh && next && (
        <JumpLink to={`game-${next.id}`} className={styles.next}>
          <span className={styles.disc}>
            <TypeIcon type={next.type} />
          </span>
          <span>
            <span className={styles.nextTitle}>
              Next: <bdi>{next.title}</bdi>
            </span>
            <span className="small muted">Closes in {countdown(next.endDate, now)}</span>
          </span>
          <ArrowDown className="icon" aria-hidden="true" />
        </JumpLink>
      )}
    </>
  )
}

function Rings() {
  return (
    <svg className={styles.rings} viewBox="0 0 460 460" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="230" cy="230" r="86" strokeWidth="1.6" />
      <circle cx="230" cy="230" r="122" strokeWidth="1.3" opacity=".75" />
      <circle cx="230" cy="230" r="164" strokeWidth="1.1" opacity=".5" />
      <circle cx="230" cy="230" r="214" strokeWidth="1" opacity=".3" />
    </svg>
  )
}
