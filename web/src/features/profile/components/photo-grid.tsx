import ImagePlus from 'lucide-react/icons/image-plus'
import { useRef, useState } from 'react'
import { FISHING_PHOTOS_MAX } from '../../../../../contract/src/limits.ts'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { UploadBar } from '../../../components/ui/upload-bar.tsx'
import {
  useFishingPhotoAddMutation,
  useFishingPhotoRemoveMutation,
} from '../../../data/profile/fishing-photo-mutations.ts'
import type { OwnProfile } from '../../../data/profile/own-profile-query.ts'
import { usePhotoUpload } from '../../../hooks/use-photo-upload.ts'
import { PhotoRemoveError } from '../../../lib/photo/photo-remove.ts'
import { PHOTO_TYPES } from '../../../lib/photo/photo-types.ts'
import * as styles from '../photos.module.css'
import { PhotoTile } from './photo-tile.tsx'
import { UploadFailure } from './upload-failure.tsx'

const nameOf = (at: number) => `Fishing photo ${at + 1}`

/** The member's fishing photos, up to six: each can be deleted, and others added up to the limit. */
export function PhotoGrid({ profile }: { profile: OwnProfile }) {
  const photos = profile.fishing_photos
  const viewed = photos.map((url, at) => ({ url, alt: nameOf(at) }))
  const heading = useRef<HTMLHeadingElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [toDelete, setToDelete] = useState<string>()
  const toast = useToast()
  const add = useFishingPhotoAddMutation(profile.id)
  const remove = useFishingPhotoRemoveMutation(profile.id)
  const { state, start, cancel, retry, shrinkAndRetry } = usePhotoUpload(
    (file, watch) => add.mutateAsync({ file, watch }),
    () => toast('Fishing photo added successfully!'),
  )
  const sending = state.phase === 'sending' ? state : undefined
  const hasRoom = photos.length + (sending ? 1 : 0) < FISHING_PHOTOS_MAX

  const confirm = () => {
    if (!toDelete || remove.isPending) return
    setToDelete(undefined)
    remove.mutate(toDelete, { onSuccess: () => toast('Photo deleted successfully!') })
    // The button that had the focus is removed with its photo.
    heading.current?.focus()
  }

  return (
    <Card as="section" pad aria-labelledby="fishing-photos">
      <div className="section-head">
        <h2 id="fishing-photos" ref={heading} tabIndex={-1}>
          Fishing photos
        </h2>
        <span className="count">
          {photos.length}/{FISHING_PHOTOS_MAX}
        </span>
      </div>
      {remove.isError && (
        <ErrorBanner
          className={styles.failure}
          action={remove.error instanceof PhotoRemoveError ? remove.error.action : 'deletePhoto'}
          error={remove.error}
          onDismiss={remove.reset}
        />
      )}
      {state.phase === 'failed' && (
        <UploadFailure
          action="uploadFishingPhoto"
          error={state.error}
          onRetry={retry}
          onShrink={shrinkAndRetry}
          onDismiss={cancel}
        />
      )}
      <ul className={styles.photos}>
        {photos.map((photo, at) => (
          <PhotoTile
            key={photo}
            url={photo}
            name={nameOf(at)}
            photos={viewed}
            index={at}
            onDelete={() => {
              remove.reset()
              setToDelete(photo)
            }}
          />
        ))}
        {sending && (
          <li className={styles.sending}>
            <div className="media">{sending.preview && <img src={sending.preview} alt="" />}</div>
          </li>
        )}
        {hasRoom && (
          <li>
            <button
              type="button"
              className={styles.addition}
              aria-disabled={sending ? true : undefined}
              onClick={() => !sending && picker.current?.click()}
            >
              <ImagePlus className="icon" aria-hidden="true" />
              Add Photo
            </button>
          </li>
        )}
      </ul>
      {sending && <UploadBar share={sending.share} waiting={sending.waiting} onCancel={cancel} />}
      <p className={`small muted ${styles.hint}`}>JPEG, PNG or WebP, up to 5 MB each.</p>
      <input
        ref={picker}
        type="file"
        accept={PHOTO_TYPES}
        hidden
        aria-label="Fishing photo"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file && hasRoom) start(file)
          event.target.value = ''
        }}
      />
      <ConfirmDialog
        open={toDelete !== undefined}
        title="Delete photo"
        text="Are you sure you want to delete this photo?"
        confirmLabel="Delete"
        onConfirm={confirm}
        onCancel={() => setToDelete(undefined)}
      />
    </Card>
  )
}
