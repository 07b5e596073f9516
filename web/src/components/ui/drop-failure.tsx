import clsx from 'clsx'
import ImageOff from 'lucide-react/icons/image-off'
import { useMemo } from 'react'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'
import { formatMegabytes } from '../../lib/photo/file-size.ts'
import { PhotoError, photoFault } from '../../lib/photo/photo-error.ts'
import { Button } from './button.tsx'

export interface DropFailureProps {
  file: File
  error: unknown
  action?: FailedAction | undefined
  dragging: boolean
  onChoose: () => void
  onRetry: () => void
  onShrink: () => void
  /** Forgets the file. */
  onDismiss: () => void
}

/** What was wrong with a photo or on its way, and what can be done about it. */
export function DropFailure(props: DropFailureProps) {
  const { file, error, action = 'uploadImage', dragging, onChoose, onRetry, onShrink, onDismiss } = props
  const kind = error instanceof PhotoError ? error.kind : undefined
  const text = useMemo(() => photoFault(error) ?? bannerText(action, error), [action, error])
  return (
    <>
      <button
        type="button"
        className={clsx('drop', dragging && 'is-dragging')}
        data-invalid={dragging ? undefined : true}
        onClick={onChoose}
      >
        <ImageOff className="i" aria-hidden="true" />
        <b dir="auto">{kind === 'size' ? `${file.name}, ${formatMegabytes(file.size)}` : file.name}</b>
        <span className="err" role="alert">
          {text}
        </span>
      </button>
      <div className="drop-actions">
        {kind === 'size' && (
          <Button variant="soft" size="sm" onClick={onShrink}>
            Shrink and retry
          </Button>
        )}
        {kind !== 'size' && kind !== 'type' && (
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
