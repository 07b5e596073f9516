import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Images from 'lucide-react/icons/images'
import { type RefObject, useEffect, useState } from 'react'
import * as styles from '../more-photos.module.css'
import { StripPhoto, type StripPhotoProps } from './strip-photo.tsx'

/** The photos of a post after the first. */
export function MorePhotos({ title, photos }: Pick<StripPhotoProps, 'title' | 'photos'>) {
  return photos.slice(1).map(({ url }, at) => <StripPhoto key={url} title={title} photos={photos} index={at + 1} />)
}

export interface PhotoStepsProps {
  /** The row of photos, each as wide as it. */
  strip: RefObject<HTMLElement | null>
  count: number
}

/** Which photo the strip shows, and a button to each side. */
export function PhotoSteps({ strip, count }: PhotoStepsProps) {
  const [shown, setShown] = useState(0)
  // A photo may have been removed.
  const at = Math.min(shown, count - 1)
  useEffect(() => {
    const row = strip.current
    if (!row) return
    const note = () => setShown(row.clientWidth > 0 ? Math.round(row.scrollLeft / row.clientWidth) : 0)
    note()
    row.addEventListener('scroll', note, { passive: true })
    return () => row.removeEventListener('scroll', note)
  }, [strip])
  const show = (place: number) => {
    const row = strip.current
    if (!row || place < 0 || place >= count) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    row.scrollTo({ left: place * row.clientWidth, behavior: still ? 'auto' : 'smooth' })
  }
  return (
    <>
      <p className={styles.counter} aria-live="polite">
        <Images className="icon" aria-hidden="true" />
        {at + 1} of {count}
      </p>
      <button
        type="button"
        className={`${styles.step} ${styles.back}`}
        aria-label="Previous photo"
        aria-disabled={at === 0 || undefined}
        onClick={() => show(at - 1)}
      >
        <ChevronLeft className="icon" aria-hidden="true" />
      </button>
      <button
        type="button"
        className={`${styles.step} ${styles.next}`}
        aria-label="Next photo"
        aria-disabled={at === count - 1 || undefined}
        onClick={() => show(at + 1)}
      >
        <ChevronRight className="icon" aria-hidden="true" />
      </button>
    </>
  )
}
