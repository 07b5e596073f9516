import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { type Upload, usePhotoUpload } from '../../hooks/use-photo-upload.ts'
import type { FailedAction } from '../../lib/failure-text.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { PHOTO_TYPES } from '../../lib/photo/photo-types.ts'
import { Button } from './button.tsx'
import { DropFailure } from './drop-failure.tsx'
import { DropWell } from './drop-well.tsx'
import { Photo } from './photo.tsx'
import * as styles from './photo-drop.module.css'
import { UploadBar } from './upload-bar.tsx'

export interface PhotoDropProps {
  label: string
  /** Address of the uploaded photo; empty when there is none. */
  value: string | null | undefined
  /** Called with the new address, or with null when the photo is removed. */
  onChange: (url: string | null) => void
  upload: Upload
  /** What Remove does instead of `onChange(null)`, e.g. deleting the file too. */
  onRemove?: () => void
  /** Width by height of the preview; 3/2 by default. */
  ratio?: number
  /** The form's error for the field, e.g. `Lake photo is required`. */
  error?: string | undefined
  disabled?: boolean
  /** The text for a failed upload. */
  action?: FailedAction
  /** Called with whether a chosen photo is not uploaded yet: it is on its way, or has failed and stands there. */
  onUnfinished?: (isUnfinished: boolean) => void
}

/** Takes one photo by click, drop or paste and uploads it at once. */
export function PhotoDrop(props: PhotoDropProps) {
  const {
    label,
    value,
    onChange,
    upload,
    onRemove,
    ratio = 3 / 2,
    error,
    disabled = false,
    action,
    onUnfinished,
  } = props
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [dragging, setDragging] = useState(false)
  const { state, start, cancel, retry, shrinkAndRetry } = usePhotoUpload(upload, onChange)
  const isUnfinished = state.phase !== 'idle'
  useEffect(() => onUnfinished?.(isUnfinished), [isUnfinished, onUnfinished])
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file && !disabled) start(file)
  }
  const choose = () => picker.current?.click()
  const dragOver = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDragging(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    take(event.dataTransfer.files)
  }
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    take(event.clipboardData.files)
  }

  return (
    <fieldset
      className="field"
      data-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      onDragOver={dragOver}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <legend className="label">{label}</legend>
      <input
        ref={picker}
        type="file"
        accept={PHOTO_TYPES}
        hidden
        aria-label={label}
        onChange={(event) => {
          take(event.target.files)
          // Choosing the same file again must fire a change event too.
          event.target.value = ''
        }}
      />
      {state.phase === 'sending' ? (
        <>
          <div className={joinClasses(styles.preview, dragging && styles.dragging)} style={{ aspectRatio: ratio }}>
            {state.preview && <img src={state.preview} alt="" />}
          </div>
          <UploadBar share={state.share} waiting={state.waiting} onCancel={cancel} />
        </>
      ) : state.phase === 'failed' ? (
        <DropFailure
          file={state.file}
          error={state.error}
          action={action}
          dragging={dragging}
          onChoose={choose}
          onRetry={retry}
          onShrink={shrinkAndRetry}
          onDismiss={cancel}
        />
      ) : value ? (
        <>
          <div className={joinClasses(styles.preview, dragging && styles.dragging)} style={{ aspectRatio: ratio }}>
            <Photo url={value} alt={label} width={600} height={Math.round(600 / ratio)} />
          </div>
          <div className={styles.actions}>
            <Button variant="line" size="sm" disabled={disabled} onClick={choose}>
              Replace
            </Button>
            <Button
              variant="ghost"
              size="sm"
              disabled={disabled}
              onClick={() => (onRemove ? onRemove() : onChange(null))}
            >
              Remove
            </Button>
          </div>
        </>
      ) : (
        <DropWell dragging={dragging} invalid={error !== undefined} disabled={disabled} onChoose={choose} />
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="icon" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
