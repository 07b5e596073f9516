import Flag from 'lucide-react/icons/flag'
import { useEffect, useRef } from 'react'
import { photoSrc } from '../../lib/photo/photo-url.ts'
import { Avatar } from '../ui/avatar.tsx'
import * as styles from './photo-viewer.module.css'
import type { ViewedPhoto } from './viewed-photo.ts'

export interface ViewerFootProps {
  photos: readonly ViewedPhoto[]
  index: number
  onShow: (index: number) => void
  /** Reports the photo that is shown. */
  onReport: () => void
}

/** Whose photo it is, its text, and small pictures of all photos. */
export function ViewerFoot({ photos, index, onShow, onReport }: ViewerFootProps) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = strip.current?.children[index]
    // Only the strip scrolls.
    if (shown instanceof HTMLElement)
      strip.current?.scrollTo({ left: shown.offsetLeft - strip.current.clientWidth / 2 })
  }, [index])
  const photo = photos[index]
  if (!photo) return null
  const { by, note, caption, onReport: canReport } = photo
  if (!by && !note && !caption && !canReport && photos.length < 2) return null
  return (
    // The viewer reads drags, wheels and keys as gestures; here they scroll and press.
    <div
      className={styles.foot}
      onPointerDown={(event) => event.stopPropagation()}
      onWheel={(event) => event.stopPropagation()}
    >
      {(by || note || canReport) && (
        <div className={styles.owner}>
          {by && <Avatar id={by.id} name={by.username} src={by.avatar_url} />}
          <div className="grow">
            {by && (
              <div className="strong ellipsis" dir="auto">
                {by.username}
              </div>
            )}
            {note && <div className={`small ${styles.note}`}>{note}</div>}
          </div>
          {canReport && (
            <button type="button" className={styles.report} onClick={onReport}>
              <Flag className="icon" aria-hidden="true" />
              Report
            </button>
          )}
        </div>
      )}
      {caption && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by keyboard too
        <p className={styles.caption} dir="auto" tabIndex={0}>
          {caption}
        </p>
      )}
      {photos.length > 1 && (
        <div className={styles.strip} ref={strip}>
          {photos.map(({ url }, at) => (
            <button
              key={url}
              type="button"
              aria-label={`Photo ${at + 1}`}
              aria-current={at === index || undefined}
              onClick={() => onShow(at)}
            >
              <img src={photoSrc(url, { width: 96, height: 72 }).src} alt="" width={64} height={48} />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
