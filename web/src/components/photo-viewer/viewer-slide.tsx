import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { noteOriginalOnly, photoSrc } from '../../lib/photo/photo-url.ts'
import * as styles from './photo-viewer.module.css'
import type { ViewedPhoto } from './viewed-photo.ts'

export interface ViewerSlideProps {
  photo: ViewedPhoto
  /** Room for the photo in CSS pixels. */
  room: { width: number; height: number }
  /** A zoomed photo is loaded in its largest size. */
  zoomed: boolean
  current: boolean
  /** A picture that is loaded already, shown while the photo loads. */
  loaded: string | undefined
}

const BOX = { width: 1600, fit: 'contain', sized: true } as const

/** One photo, as large as the room allows, in its own shape. */
export function ViewerSlide({ photo: { url, alt }, room, zoomed, current, loaded }: ViewerSlideProps) {
  const [shape, setShape] = useState<number>()
  const [failed, setFailed] = useState<'rendition' | 'original'>()
  const { src, srcSet, original } = photoSrc(url, BOX)
  const rendition = src !== original && failed === undefined
  if (failed === 'original')
    return (
      <span className={styles.none} role="img" aria-label={`${alt} (cannot be shown)`}>
        <ImageOff className="icon" aria-hidden="true" />
      </span>
    )
  // Only its shape follows from the loaded photo: a small one is enlarged, too.
  const size =
    shape === undefined
      ? { ...room, backgroundImage: loaded && `url("${loaded}")` }
      : { width: Math.min(room.width, room.height * shape), aspectRatio: shape }
  return (
    <img
      className={styles.photo}
      style={size}
      {...(rendition ? { srcSet, sizes: zoomed ? '400vw' : '100vw', src } : { src: original })}
      alt={alt}
      draggable={false}
      fetchPriority={current ? 'high' : 'low'}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
        if (naturalHeight > 0) setShape(naturalWidth / naturalHeight)
        if (failed === 'rendition') noteOriginalOnly()
      }}
      onError={() => setFailed(rendition ? 'rendition' : 'original')}
    />
  )
}
