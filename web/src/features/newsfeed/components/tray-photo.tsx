import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { useMemo } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { useOnline } from '../../../hooks/use-online.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { needsAnother, PhotoError, photoFault } from '../../../lib/photo/photo-error.ts'
import * as styles from '../photo-tray.module.css'
import type { QueuedPhoto } from '../use-photo-queue.ts'

export interface TrayPhotoProps {
  photo: QueuedPhoto
  /** From 1. */
  place: number
  count: number
  disabled: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onRetry: () => void
  onShrink: () => void
}

/** One photo of a new post: its picture and place, how far it is, and its buttons. */
export function TrayPhoto(props: TrayPhotoProps) {
  const { photo, place, count, disabled, onMove, onRemove, onRetry, onShrink } = props
  const { step, preview, file } = photo
  return (
    <li className={styles.tile} data-photo={photo.key} data-failed={step.phase === 'failed' || undefined}>
      <div className={styles.picture}>
        {preview ? (
          <img src={preview} alt="" />
        ) : (
          step.phase === 'done' && <Photo url={step.url} alt="" width={240} height={180} />
        )}
        <span className={styles.place}>
          {place} of {count}
        </span>
        <Progress step={step} place={place} />
      </div>
      {step.phase === 'sending' && step.waiting && (
        <p className="hint" role="status">
          No connection. The upload goes on by itself when it is back.
        </p>
      )}
      {step.phase === 'failed' && (
        <Failure file={file} error={step.error} place={place} onRetry={onRetry} onShrink={onShrink} />
      )}
      <div className={styles.buttons}>
        {count > 1 && (
          <>
            <IconButton
              label={`Move photo ${place} left`}
              icon={<ArrowLeft className="icon" aria-hidden="true" />}
              data-button="left"
              // It keeps the focus at the end of the row.
              aria-disabled={place === 1 || disabled || undefined}
              onClick={() => !disabled && onMove(-1)}
            />
            <IconButton
              label={`Move photo ${place} right`}
              icon={<ArrowRight className="icon" aria-hidden="true" />}
              data-button="right"
              aria-disabled={place === count || disabled || undefined}
              onClick={() => !disabled && onMove(1)}
            />
          </>
        )}
        <IconButton
          className={styles.removal}
          label={`Remove photo ${place}`}
          icon={<X className="icon" aria-hidden="true" />}
          data-button="remove"
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}

/** How much of it is sent; nothing before and after. */
function Progress({ step, place }: Pick<TrayPhotoProps, 'place'> & Pick<QueuedPhoto, 'step'>) {
  if (step.phase === 'done' || step.phase === 'failed') return null
  const share = step.phase === 'sending' ? step.share : 0
  // Fully sent is not yet done: the backend still has to read and store the photo.
  const known = share !== undefined && (share < 1 || (step.phase === 'sending' && step.waiting))
  return (
    <progress className={styles.progress} aria-label={`Uploading photo ${place}`} {...(known && { value: share })} />
  )
}

interface FailureProps extends Pick<TrayPhotoProps, 'place' | 'onRetry' | 'onShrink'> {
  /** Without it another try is not possible. */
  file: File | undefined
  error: unknown
}

/** What was wrong with a photo or its upload, and what may help. */
function Failure({ file, error, place, onRetry, onShrink }: FailureProps) {
  const online = useOnline()
  const text = useMemo(() => photoFault(error) ?? bannerText('uploadNewsfeedImage', error), [error])
  const isLarge = error instanceof PhotoError && error.kind === 'size'
  return (
    <div className={styles.failure}>
      <p className="field-error" role="alert">
        <CircleAlert className="icon" aria-hidden="true" />
        <span>
          {file && <b dir="auto">{file.name}</b>} {text}
          {!online && ' You are offline.'}
        </span>
      </p>
      {file && !needsAnother(error) && (
        <Button
          variant="soft"
          size="sm"
          aria-label={`${isLarge ? 'Shrink and retry' : 'Retry'}, photo ${place}`}
          onClick={isLarge ? onShrink : onRetry}
        >
          {isLarge ? 'Shrink and retry' : 'Retry'}
        </Button>
      )}
    </div>
  )
}
