import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOnline } from '../../hooks/use-online.ts'
import { useClubName } from '../../lib/club.ts'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'
import { formatTimeOrMoment } from '../../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { FloatDrawing } from '../ui/float-drawing.tsx'
import * as styles from './load-failure.module.css'

export interface LoadFailureProps {
  action: FailedAction
  error: unknown
  onRetry: () => void
  /** Another page to go to; News unless given. */
  out?: { to: string; text: string }
  /** `h1` on a page without a heading of its own. */
  titleAs?: 'h1' | 'h2'
}

const NEWS = { to: '/newsfeed', text: 'Go to News' }

/** In place of a page that could not be loaded: what happened, a button that tries again, and another page. */
export function LoadFailure({ action, error, onRetry, out = NEWS, titleAs: Title = 'h2' }: LoadFailureProps) {
  const text = useMemo(() => bannerText(action, error), [action, error])
  const title = useRef<HTMLHeadingElement>(null)
  const online = useOnline()
  const club = useClubName()
  const [failedAt] = useState(() => new Date())
  // Announced by the focus, or as an alert when the focus is in use elsewhere.
  const [takesFocus] = useState(isFocusFree)
  useEffect(() => {
    if (takesFocus && isFocusFree()) title.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const retry = () => {
    // The button is replaced by the skeleton.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <div className={styles.failure} role={takesFocus ? undefined : 'alert'}>
      <FloatDrawing />
      <Title ref={title} tabIndex={-1}>
        {text}
      </Title>
      <p>
        {online
          ? `${isAnswered(error) ? 'Something went wrong at our end.' : `${club} cannot be reached.`} Nothing you have entered is lost. Try again in a moment.`
          : 'You are offline, and this page has not been saved on this device. You can still open News, Games and Leaderboard as you last saw them.'}
      </p>
      <div className={styles.ways}>
        <Button icon={<RotateCw className="icon" aria-hidden="true" />} onClick={retry}>
          Try again
        </Button>
        <ButtonLink to={out.to} variant="line">
          {out.text}
        </ButtonLink>
      </div>
      <details>
        <summary>Details for the team</summary>
        {isAnswered(error) ? `Error ${codeOf(error)}` : 'No answer'}, {formatTimeOrMoment(failedAt)}
      </details>
    </div>
  )
}

const isFocusFree = () => {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.matches('h1, h2, main')
}

const isAnswered = (error: unknown) => codeOf(error) !== ''

// Not from lib/refusal: the leaderboard would load a further file for it.
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
