import { useQueryClient } from '@tanstack/react-query'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { PhotoDrop } from '../../../components/ui/photo-drop.tsx'
import { catchPhotoQuery, uploadCatchPhoto } from '../../../data/catches/photo-query.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { UploadWatch } from '../../../lib/photo/photo-upload.ts'
import type { CatchValues } from '../catch-schema.ts'
import { useCatchPhoto } from './catch-photo.tsx'

/** Uploads a photo, or holds it on this device. @returns how the catch names it. */
export type TakePhoto = (userId: string, file: File, watch: UploadWatch) => Promise<string>

export interface PhotoFieldProps {
  userId: string
  form: AppForm<CatchValues>
  /** Called when an upload begins (1) and when it has ended (-1). */
  onUpload: (change: 1 | -1) => void
  take?: TakePhoto | undefined
}

/** The photo of a catch. The service removes the location and the camera from every photo. */
export function PhotoField({ userId, form, onUpload, take = uploadCatchPhoto }: PhotoFieldProps) {
  const queries = useQueryClient()
  const { photoPath } = form.values
  const { url, isError } = useCatchPhoto(photoPath, 'whole')
  if (photoPath !== null && !url && !isError)
    return (
      <div className="field">
        <div className="label">Photo</div>
        <Skeleton height={200} />
      </div>
    )
  return (
    <div className="field">
      <PhotoDrop
        label="Photo"
        action={journalFailureText.uploadPhoto}
        value={photoPath === null ? null : (url ?? photoPath)}
        disabled={form.busy}
        onChange={(path) => form.change({ photoPath: path })}
        upload={async (file, watch) => {
          onUpload(1)
          try {
            const path = await take(userId, file, watch)
            // It is here already.
            queries.setQueryData(catchPhotoQuery(path, 'whole').queryKey, file)
            return path
          } finally {
            onUpload(-1)
          }
        }}
      />
      <p className="hint">Optional. We remove the location from every photo.</p>
    </div>
  )
}
