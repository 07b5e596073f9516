import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo, useState } from 'react'
import Lightbox, { type GenericSlide } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { useBackCloses } from '../../hooks/use-back-closes.ts'
import { holdPage } from '../../lib/hold-page.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { movePhoto } from './photo-transition.ts'
import * as styles from './photo-viewer.module.css'
import type { ViewedPhoto } from './viewed-photo.ts'
import { ViewerFoot } from './viewer-foot.tsx'
import { ViewerSlide } from './viewer-slide.tsx'
import { ViewerZoom } from './viewer-zoom.tsx'

export { movePhoto }

interface PhotoSlide extends GenericSlide {
  type: 'photo'
  photo: ViewedPhoto
}
declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    photo: PhotoSlide
  }
}

const MOST_ZOOM = 4

export interface PhotoViewerProps {
  title: string
  photos: readonly ViewedPhoto[]
  /** The photo that is shown first, from 0. */
  index: number
  /** The place on the page to which a photo returns. */
  thumbnail: (index: number) => HTMLElement | null | undefined
  onClose: () => void
}

/** The picture that the viewer shows. */
export const currentPhoto = () => document.querySelector<HTMLElement>('.yarl__slide_current img')

const sourceOf = (picture: HTMLElement | null | undefined) =>
  picture instanceof HTMLImageElement ? picture.currentSrc : undefined

/** The counter announces a change of the photo; the library would announce its slides too. */
const silenceSlides = () => document.querySelector('.yarl__carousel')?.setAttribute('aria-live', 'off')

/**
 * Photos on the whole screen. Pinch, wheel, double tap, plus and minus zoom; a drag moves a zoomed photo. Swipes and
 * arrows change the photo; a swipe down, Escape and Back close the viewer. There is a button for each of these.
 */
export function PhotoViewer({ title, photos, index: first, thumbnail, onClose }: PhotoViewerProps) {
  const [wanted, setIndex] = useState(first)
  // The last photo may be taken away while it is open.
  const index = Math.min(wanted, photos.length - 1)
  const [closing, setClosing] = useState(false)
  const close = (after?: () => void) => {
    if (closing) return
    setClosing(true)
    const place = thumbnail(index)
    const end = () => {
      onClose()
      after?.()
    }
    movePhoto(currentPhoto(), end, () => place)
  }
  // The entry in the history is removed at once, before the photo has moved back.
  useBackCloses(!closing, () => close())
  useEffect(holdPage, [])
  const several = photos.length > 1
  const slides = useMemo(() => photos.map((photo) => ({ type: 'photo' as const, photo })), [photos])
  const photo = photos[index]
  if (!photo) return null
  return (
    <Lightbox
      open
      close={() => close()}
      index={index}
      slides={slides}
      plugins={[Zoom]}
      className={joinClasses(styles.viewer, several && styles.several)}
      // The site's style sheet locks scrolling for every modal.
      noScroll={{ disabled: true }}
      animation={{ fade: 0, swipe: 220, zoom: 220 }}
      carousel={{ finite: true, preload: 1, padding: 0 }}
      controller={{ closeOnPullDown: true }}
      zoom={{ supports: ['photo'], maxZoom: MOST_ZOOM, scrollToZoom: true, pinchZoomV4: true }}
      on={{ view: ({ index: now }) => setIndex(now), entered: silenceSlides }}
      labels={{ Lightbox: title, Previous: 'Previous photo', Next: 'Next photo', Close: 'Close' }}
      toolbar={{
        buttons: [
          'close',
          <p key="count" className={styles.count} role="status">
            {several && `${index + 1} of ${photos.length}`}
          </p>,
        ],
      }}
      render={{
        slide: ({ slide, rect, zoom = 1, offset }) =>
          slide.type === 'photo' && (
            <ViewerSlide
              photo={slide.photo}
              room={rect}
              zoomed={zoom > 1}
              current={offset === 0}
              loaded={slide.photo === photos[first] ? sourceOf(thumbnail(first)) : undefined}
            />
          ),
        buttonZoom: (zoom) => <ViewerZoom key="zoom" zoom={zoom} />,
        iconClose: () => <X className="icon" aria-hidden="true" />,
        iconPrev: () => <ChevronLeft className="icon" aria-hidden="true" />,
        iconNext: () => <ChevronRight className="icon" aria-hidden="true" />,
        controls: () => (
          <ViewerFoot photos={photos} index={index} onShow={setIndex} onReport={() => close(photo.onReport)} />
        ),
        ...(!several && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}
