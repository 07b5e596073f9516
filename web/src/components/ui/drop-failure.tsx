import ImageOff from 'lucide-react/icons/image-off'
import { useMemo } from 'react'
import { useOnline } from '../../hooks/use-online.ts'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { formatMegabytes } from '../../lib/photo/file-size.ts'
import { needsAnother, PhotoError, photoFault } from '../../lib/photo/photo-error.ts'
import { Button } from './button.tsx'
import * as styles from './photo-drop.module.css'

export interface DropFailureProps {
  file: File
  error: unknown
  action?: FailedAction | undefined
  dragging: boolean
  onChoose: () => void
  onRetry: () => void
  onShrink: () => void
  /** Discards the file. */
  onDismiss: () => void
}

/** What was wrong with a photo or its upload, and what the member can do. */
export function DropFailure(props: DropFailureProps) {
  const { file, error, action = 'uploadImage', dragging, onChoose, onRetry, onShrink, onDismiss } = props
  const kind = error instanceof PhotoError ? error.kind : undefined
  const online = useOnline()
  const text = useMemo(() => photoFault(error) ?? bannerText(action, error), [action, error])
  return (
    <>
      <button
        type="button"
        className={joinClasses(styles.drop, dragging && styles.dragging)}
        data-invalid={dragging ? undefined : true}
        onClick={onChoose}
      >
        <ImageOff className="icon" aria-hidden="true" />
        <b dir="auto">{kind === 'size' ? `${file.name}, ${formatMegabytes(file.size)}` : file.name}</b>
        <span className="field-error" role="alert">
          {text}
          {!online && <span className="banner-why">You are offline.</span>}
        </span>
      </button>
      <div className={styles.actions}>
        {kind === 'size' && (
          <Button variant="soft" size="sm" onClick={onShrink}>
            Shrink and retry
          </Button>
        )}
        {kind !== 'size' && !needsAnother(error) && (
          <Button variant="soft" size="sm" onClick={onRetry}>
            Retry
          </Button>
        )}
        <Button variant="line" size="sm" onClick={onChoose}>
          Choose another
        </Button>
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          Cancel
        </Button>
      </div>
    </>
  )
}
