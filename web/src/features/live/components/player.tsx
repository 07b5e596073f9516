import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import poster from '../../../assets/art/lake-night.svg'
import { embedOf } from '../embed-address.ts'
import * as styles from '../live.module.css'

export interface PlayerProps {
  title: string
  provider: string
  videoId: string
  /** In a column: it does not extend to the edges of a narrow window. */
  framed?: boolean
}

/**
 * A local picture with a play button; the provider's player loads only when it is pressed, so that opening the page
 * does not reveal the visitor's address to the provider.
 */
export function Player({ title, provider, videoId, framed = false }: PlayerProps) {
  const [playing, setPlaying] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const shape = `${styles.player} ${framed ? styles.framed : styles.bleed}`
  const embed = embedOf(provider, videoId, window.location.hostname)

  useEffect(() => {
    // The button that had the focus is gone.
    if (playing) frame.current?.focus()
  }, [playing])

  if (playing && embed)
    return (
      <div className={shape}>
        <iframe
          ref={frame}
          title={title}
          src={embed.address}
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
        />
      </div>
    )
  return (
    <div className={`${shape} on-deep`}>
      <img src={poster} alt="" width={980} height={551} />
      {embed ? (
        <>
          <button type="button" className={styles.play} aria-label="Play video" onClick={() => setPlaying(true)}>
            <Play className="icon" aria-hidden="true" />
          </button>
          <p className={styles.note}>Plays from {embed.provider}, which can then see that you watched.</p>
        </>
      ) : (
        <p className={styles.note}>This video cannot be shown here.</p>
      )}
    </div>
  )
}

/** The skeleton of the player. */
export function PlayerShape() {
  return <div className={`${styles.player} ${styles.bleed}`} />
}
