import { PhotoButton, type PhotoButtonProps } from '../../../components/photo-viewer/photo-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import * as styles from '../post.module.css'

const SHAPE = { width: 680, height: 510 }

export interface StripPhotoProps extends Pick<PhotoButtonProps, 'title' | 'photos'> {
  index: number
  priority?: boolean
}

/** One photo of a post; it opens the viewer with all of them. */
export function StripPhoto({ title, photos, index, priority = false }: StripPhotoProps) {
  const { url = '', alt = '' } = photos[index] ?? {}
  return (
    <PhotoButton className={styles.photo} title={title} photos={photos} index={index}>
      <Photo url={url} alt={alt} {...SHAPE} sizes="(min-width: 1024px) 680px, 100vw" priority={priority} />
      <span className="visually-hidden">Show the whole photo</span>
    </PhotoButton>
  )
}
