import Trash2 from 'lucide-react/icons/trash-2'
import { PhotoButton } from '../../../components/photo-viewer/photo-button.tsx'
import type { ViewedPhoto } from '../../../components/photo-viewer/viewed-photo.ts'
import { Photo } from '../../../components/ui/photo.tsx'
import * as styles from '../photos.module.css'

export interface PhotoTileProps {
  url: string
  name: string
  /** All photos, for the viewer. */
  photos: readonly ViewedPhoto[]
  index: number
  onDelete: () => void
}

/** One fishing photo with its delete button. */
export function PhotoTile({ url, name, photos, index, onDelete }: PhotoTileProps) {
  return (
    <li>
      <div className="media">
        <PhotoButton title="Fishing photos" photos={photos} index={index}>
          <Photo url={url} alt={name} width={240} height={240} />
        </PhotoButton>
      </div>
      <button type="button" className={styles.deletion} aria-label={`Delete ${name.toLowerCase()}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </button>
    </li>
  )
}
