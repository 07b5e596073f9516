import Play from 'lucide-react/icons/play'
import { useEffect, useRef, useState } from 'react'
import poster from '../../../assets/art/lake-night.svg'
import { embedOf } from '../embed-address.ts'

export interface PlayerProps {
  title: string
  provider: string
  videoId: string
}

/**
 * A picture of ours with a play button; the provider's player comes only when it is pressed, so that nobody's address
 * reaches the provider by opening the page.
 */
export function Player({ title, provider, videoId }: PlayerProps) {
  const [playing, setPlaying] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const embed = embedOf(provider, videoId, window.location.hostname)

  useEffect(() => {
    // The button that had the focus is gone.
    if (playing) frame.current?.focus()
  }, [playing])

  if (playing && embed)
    return (
      <div className="player bleed">
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
    <div className="player bleed on-deep">
      <img src={poster} alt="" width={980} height={551} />
      {embed ? (
        <>
          <button type="button" className="play" aria-label="Play video" onClick={() => setPlaying(true)}>
            <Play className="i" aria-hidden="true" />
          </button>
          <p className="player-note">Plays from {embed.provider}, which then sees your visit.</p>
        </>
      ) : (
        <p className="player-note">This video cannot be shown here.</p>
      )}
    </div>
  )
}
