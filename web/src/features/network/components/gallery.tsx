import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../network.module.css'

/** Number of photos on a card; the viewer shows all. */
const PREVIEW = 3
const SHAPE = [styles.single, styles.pair, styles.three]

export interface GalleryProps {
  member: { id: string; username: string; avatar_url: string | null; fishing_photos: readonly string[] }
}

/** One large and two small photos that open the viewer; a contour drawing for a member without photos. */
export function Gallery({ member }: GalleryProps) {
  const { username, fishing_photos: photos } = member
  const viewed = photos.map((url, index) => ({ url, alt: `Photo ${index + 1} of ${username}`, by: member }))
  const shown = photos.slice(0, PREVIEW)
  if (shown.length === 0) return <div className={`${styles.gallery} ${styles.plain}`} />
  return (
    <div className={joinClasses(styles.gallery, SHAPE[shown.length - 1])}>
      {shown.map((url, index) => (
        <PhotoButton
          key={url}
          label={`Open photo ${index + 1} of ${username}`}
          title={`Photos of ${username}`}
          photos={viewed}
          index={index}
        >
          <Photo
            url={url}
            alt=""
            width={index === 0 ? 400 : 200}
            height={index === 0 ? 257 : 128}
            sizes={index === 0 ? '(min-width: 1024px) 250px, (min-width: 700px) 33vw, 66vw' : '33vw'}
          />
        </PhotoButton>
      ))}
    </div>
  )
}
