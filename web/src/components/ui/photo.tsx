import clsx from 'clsx'
import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { noteOriginalOnly, photoSrc } from '../../lib/photo/photo-url.ts'

export interface PhotoProps {
  /** Where the photo was uploaded to; empty shows the quiet panel that stands for a missing photo. */
  url: string | null | undefined
  alt: string
  /** Largest size in CSS pixels at which it is shown; the shape is kept free while it loads. */
  width: number
  height: number
  /** As in HTML, for photos whose width follows the window. */
  sizes?: string
  /** `cover` (the default) cuts to the shape of width and height, `contain` shows everything. */
  fit?: 'cover' | 'contain'
  className?: string
  /** For the photo at the top of a screen: fetched at once and first. */
  priority?: boolean
}

/** A member's or an admin's photo as a rendition of the right size; says so when it cannot be shown. */
export function Photo({ url, alt, width, height, sizes, fit = 'cover', className, priority = false }: PhotoProps) {
  const [failed, setFailed] = useState<{ url: string; original: boolean }>()
  const failure = failed?.url === url ? failed : undefined
  const classes = clsx('photo', fit === 'contain' && 'photo-contain', className)

  if (!url || failure?.original) {
    const named = url && alt ? { role: 'img', 'aria-label': `${alt} (cannot be shown)` } : { 'aria-hidden': true }
    return (
      <span className={clsx(classes, 'photo-none')} style={{ aspectRatio: `${width} / ${height}` }} {...named}>
        <ImageOff className="i" aria-hidden="true" />
      </span>
    )
  }

  const { src, srcSet, original } = photoSrc(url, { width, height, fit, sized: sizes !== undefined })
  const rendition = src !== original && !failure
  return (
    <img
      // Another element for another photo: the last one must not stay in sight while this one loads.
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
