import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { PhotoDrop } from '../../../components/ui/photo-drop.tsx'
import { uploadGamePhoto } from '../../../data/games/photo-upload.ts'
import { photoSchema } from '../entry-schema.ts'
import * as styles from '../games.module.css'
import { type EntryProps, useEntry } from '../use-entry.ts'

/** Uploads one photo and submits it. */
export function PhotoEntry(entry: EntryProps) {
  const { game, userId } = entry
  const { form, field } = useEntry(entry, 'submitPhoto', photoSchema)
  return (
    <Form form={form} className={styles.task} aria-label={game.title}>
      <PhotoDrop
        label="Your photo"
        value={field.value}
        onChange={(url) => field.change(url ?? '')}
        upload={(file, watch) => uploadGamePhoto(userId, file, watch)}
        action="uploadGamePhoto"
        disabled={form.busy}
      />
      <FailureBanner form={form} />
      <SendButton form={form} variant="tip" block disabled={field.value === ''}>
        Submit photo
      </SendButton>
    </Form>
  )
}
