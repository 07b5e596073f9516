import { Button } from './button.tsx'
import * as styles from './photo-drop.module.css'

export interface UploadBarProps {
  /** Share that has been sent, 0 to 1; undefined while unknown. */
  share: number | undefined
  /** Whether the line is lost, and the upload waits for it. */
  waiting: boolean
  onCancel: () => void
}

/** Upload progress with a cancel button. */
export function UploadBar({ share, waiting, onCancel }: UploadBarProps) {
  // Fully sent is not yet done: the backend still has to read and store the photo.
  const known = share !== undefined && (share < 1 || waiting)
  return (
    <div className={styles.sending}>
      <progress aria-label="Uploading" {...(known && { value: share })} />
      <Button variant="line" size="sm" onClick={onCancel}>
        Cancel
      </Button>
      <p role="status" className={styles.waiting}>
        {waiting && 'No connection. The upload goes on by itself when it is back.'}
      </p>
    </div>
  )
}
