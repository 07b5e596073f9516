import Camera from 'lucide-react/icons/camera'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { POST_PHOTOS_MAX } from '../../../../../contract/src/limits.ts'
import { Button } from '../../../components/ui/button.tsx'
import { joinClasses } from '../../../lib/join-classes.ts'
import { needsAnother } from '../../../lib/photo/photo-error.ts'
import { PHOTO_TYPES } from '../../../lib/photo/photo-types.ts'
import { uploadPhoto } from '../../../lib/photo/photo-upload.ts'
import * as styles from '../photo-tray.module.css'
import { type AddedPhoto, chosen, nameOf, type QueuedPhoto, usePhotoQueue } from '../use-photo-queue.ts'
import { noRoom, useShare } from '../use-share.ts'
import { TrayPhoto } from './tray-photo.tsx'

/** What the composer knows of its photos. */
export interface TrayState {
  /** How the draft names the photos, in their order; see `data/newsfeed/kept-record.ts`. */
  names: string[]
  /** Number of photos, with those that the draft does not name. */
  count: number
  /** Whether a photo is on its way. */
  pending: boolean
  /** Whether a photo has failed: it is sent again or removed before the post is. */
  failed: boolean
}

export interface PhotoTrayProps {
  userId: string
  /** Files that were chosen before; they are uploaded at once. */
  first: readonly File[]
  /** Names of the photos in the draft. */
  start: readonly string[]
  disabled: boolean
  /** Whether the device has a camera at hand: it is offered first. */
  camera: boolean
  onState: (state: TrayState) => void
  /** Called with the words of what a phone has shared. @param isEmpty there are no photos, and nothing to say of any. */
  onShared: (words: string, isEmpty: boolean) => void
}

/** The photos of a new post in their order: added by choice, camera, drop or paste, moved and removed by buttons. */
export default function PhotoTray(props: PhotoTrayProps) {
  const { userId, first, start, disabled, camera, onState, onShared } = props
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const shutter = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const place = useRef<HTMLFieldSetElement>(null)
  const focus = useRef<{ key: string | undefined; button: string }>(undefined)
  const [dragging, setDragging] = useState(false)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [moved, setMoved] = useState('')
  const { photos, ...queue } = usePhotoQueue(
    userId,
    (file, watch) => uploadPhoto({ bucket: 'newsfeed-images', file, userId, ...watch }),
    start,
    place,
  )

  const state: TrayState = {
    names: photos.flatMap((photo) => nameOf(photo) ?? []),
    count: photos.length,
    pending: photos.some(({ step }) => ['checking', 'queued', 'sending'].includes(step.phase)),
    failed: photos.some(({ step }) => step.phase === 'failed'),
  }
  const known = JSON.stringify(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it has changed
  useEffect(() => onState(state), [known])

  const add = (added: readonly AddedPhoto[], many = 0, more: readonly string[] = []) => {
    const count = queue.add(added) + many
    setNotes([...(count > 0 ? [noRoom(count)] : []), ...more])
  }
  const take = (files: Iterable<File> | null | undefined) => {
    const all = [...(files ?? [])]
    if (!disabled && all.length > 0) add(all.map(chosen))
  }
  useShare(userId, (shared) => {
    add(shared.photos, shared.many, shared.notes)
    onShared(shared.words, photos.length + shared.photos.length + shared.notes.length === 0)
  })
  const taken = useRef<readonly File[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are uploaded once
  useEffect(() => {
    if (taken.current === first) return
    taken.current = first
    take(first)
  }, [first])
  // A button that has moved or gone has lost the focus.
  useEffect(() => {
    if (!focus.current) return
    const { key, button } = focus.current
    focus.current = undefined
    const item =
      key === undefined ? list.current?.lastElementChild : list.current?.querySelector(`[data-photo="${key}"]`)
    item?.querySelector<HTMLElement>(`[data-button="${button}"]`)?.focus()
  })

  const move = (key: string, at: number, by: -1 | 1) => {
    const to = at + by
    if (to < 0 || to >= photos.length) return
    queue.move(key, by)
    setMoved(`Moved to place ${to + 1} of ${photos.length}.`)
    focus.current = { key, button: by < 0 ? 'left' : 'right' }
  }
  const remove = (key: string, at: number) => {
    queue.remove(key)
    setNotes([])
    focus.current = { key: photos[at + 1]?.key, button: 'remove' }
  }
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
  const input = (ref: typeof picker, label: string, shoots: boolean) => (
    <input
      ref={ref}
      type="file"
      accept={PHOTO_TYPES}
      {...(shoots ? { capture: 'environment' } : { multiple: true })}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        take(target.files)
        // Choosing the same file again must fire a change event too.
        target.value = ''
      }}
    />
  )
  const isFull = photos.length >= POST_PHOTOS_MAX

  return (
    <fieldset
      ref={place}
      className={joinClasses(styles.tray, dragging && styles.dragging)}
      aria-describedby={`${id}-hint`}
      onDragOver={dragOver}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
      onPaste={paste}
    >
      <legend className="visually-hidden">Photos</legend>
      {photos.length > 0 && (
        <ol className={styles.photos} ref={list}>
          {photos.map((photo, at) => (
            <TrayPhoto
              key={photo.key}
              photo={photo}
              place={at + 1}
              count={photos.length}
              disabled={disabled}
              onMove={(by) => move(photo.key, at, by)}
              onRemove={() => remove(photo.key, at)}
              onRetry={() => queue.retry(photo.key)}
              onShrink={() => queue.shrinkAndRetry(photo.key)}
            />
          ))}
        </ol>
      )}
      {state.failed && <p className="hint">{failedHint(photos)}</p>}
      {!isFull && (
        <div className={styles.choices}>
          {camera && (
            <Button
              variant="soft"
              size="sm"
              disabled={disabled}
              icon={<Camera className="icon" aria-hidden="true" />}
              onClick={() => shutter.current?.click()}
            >
              Take photo
            </Button>
          )}
          <Button
            variant="line"
            size="sm"
            disabled={disabled}
            icon={<ImagePlus className="icon" aria-hidden="true" />}
            onClick={() => picker.current?.click()}
          >
            {photos.length > 0 ? 'Add photos' : 'Choose photos'}
          </Button>
        </div>
      )}
      {camera && input(shutter, 'Take photo', true)}
      {input(picker, 'Photo', false)}
      <p className="hint" id={`${id}-hint`}>
        Up to {POST_PHOTOS_MAX} photos: JPEG, PNG or WebP, up to 5 MB each.
      </p>
      <p className="hint" role="status">
        {notes.join(' ')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {moved}
      </p>
    </fieldset>
  )
}

/** What to do about failed photos; some can only be removed. */
function failedHint(photos: readonly QueuedPhoto[]): string {
  const failed = photos.flatMap(({ step }) => (step.phase === 'failed' ? [step.error] : []))
  const which = failed.length === 1 ? 'the photo' : 'the photos'
  return failed.every(needsAnother)
    ? `Remove ${which} that cannot be sent before you post.`
    : `Retry or remove ${which} that failed before you post.`
}
