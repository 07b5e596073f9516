import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'
import { noteOriginalOnly, photoSrc } from '../../lib/photo/photo-url.ts'

export interface PhotoProps {
  /** Address of the uploaded photo; empty shows the placeholder. */
  url: string | null | undefined
  alt: string
  /** Largest size in CSS pixels at which it is shown; its shape is reserved while it loads. */
  width: number
  height: number
  /** As in HTML, for photos whose width follows the window's. */
  sizes?: string
  /** `cover` (the default) crops to width and height, `contain` shows the whole photo. */
  fit?: 'cover' | 'contain'
  className?: string
  /** For the photo at the top of a screen: fetched at once with high priority. */
  priority?: boolean
}

/** A photo as a rendition of the right size; a labelled placeholder when it cannot be shown. */
export function Photo({ url, alt, width, height, sizes, fit = 'cover', className, priority = false }: PhotoProps) {
  const [failed, setFailed] = useState<{ url: string; original: boolean }>()
  const failure = failed?.url === url ? failed : undefined
  const classes = joinClasses('photo', fit === 'contain' && 'photo-contain', className)

  if (!url || failure?.original) {
    const named = url && alt ? { role: 'img', 'aria-label': `${alt} (cannot be shown)` } : { 'aria-hidden': true }
    return (
      <span className={joinClasses(classes, 'photo-none')} style={{ aspectRatio: `${width} / ${height}` }} {...named}>
        <ImageOff className="icon" aria-hidden="true" />
      </span>
    )
  }

  const { src, srcSet, original } = photoSrc(url, { width, height, fit, sized: sizes !== undefined })
  const rendition = src !== original && !failure
  return (
    <img
      // A new element for another photo: the previous photo must not stay visible while this one loads.
      key={url}
      className={classes}
      {...(rendition ? { srcSet, sizes, src } : { src: original })}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      onLoad={() => failure && noteOriginalOnly()}
      onError={() => setFailed({ url, original: !rendition })}
    />
  )
}
