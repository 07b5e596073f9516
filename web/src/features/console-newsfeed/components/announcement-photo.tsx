import { useFormField } from '../../../components/form/fields.tsx'
import { PhotoDrop } from '../../../components/ui/photo-drop.tsx'
import { useUserId } from '../../../hooks/use-session.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import { uploadPhoto } from '../../../lib/photo/photo-upload.ts'

export interface AnnouncementPhotoProps {
  form: AppForm<{ content: string; imageUrl: string | null; when: 'now' | 'later'; publishAt: string | null }>
  /** Called with whether a chosen photo is not uploaded yet. */
  onUnfinished: (isUnfinished: boolean) => void
}

/** The photo of a new announcement. */
export function AnnouncementPhoto({ form, onUnfinished }: AnnouncementPhotoProps) {
  const { value, change } = useFormField<string | null>(form, 'imageUrl')
  const userId = useUserId()
  return (
    <PhotoDrop
      label="Photo (optional)"
      action="uploadNewsfeedImage"
      ratio={4 / 3}
      value={value}
      onChange={change}
      disabled={userId === undefined || form.busy}
      upload={(file, options) => uploadPhoto({ bucket: 'newsfeed-images', file, userId: userId ?? '', ...options })}
      onUnfinished={onUnfinished}
    />
  )
}
