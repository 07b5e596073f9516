import { Button } from './button.tsx'
import * as styles from './photo-drop.module.css'

export interface UploadBarProps {
  /** Share that has been sent, 0 to 1; undefined while unknown. */
  share: number | undefined
  onCancel: () => void
}

/** Upload progress with a cancel button. */
export function UploadBar({ share, onCancel }: UploadBarProps) {
  // Fully sent is not yet done: the backend still has to read and store the photo.
  const known = share !== undefined && share < 1
  return (
    <div className={styles.sending}>
      <progress aria-label="Uploading" {...(known && { value: share })} />
      <Button variant="line" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
