import { useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { MomentField } from '../../../components/console/moment-field.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField, CheckField } from '../../../components/form/fields.tsx'
import { announcementRefusal } from '../../../data/newsfeed/console-refusal.ts'
import type { ScheduledAnnouncement } from '../../../data/newsfeed/scheduled-announcement.ts'
import { useScheduledEditMutation } from '../../../data/newsfeed/scheduled-mutations.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatMoment } from '../../../lib/format.ts'
import { scheduledSchema } from '../announcement-schema.ts'
import { passingText } from '../scheduled-text.ts'

export interface ScheduledDialogProps {
  /** As it was when the form opened. */
  announcement: ScheduledAnnouncement
  /** As it is now; undefined once it was published or cancelled. */
  current: ScheduledAnnouncement | undefined
  panel: SidePanel
}

const fieldsOf = ({ content, publishAt }: ScheduledAnnouncement) => ({
  content,
  publishAt: publishAt as string | null,
  withoutPhoto: false,
})

/** Changes the words or the moment of an announcement that waits. */
export function ScheduledDialog({ announcement, current, panel }: ScheduledDialogProps) {
  const toast = useToast()
  const edit = useScheduledEditMutation()
  const [seen, setSeen] = useState(announcement)
  const form = useAppForm({
    schema: scheduledSchema,
    start: fieldsOf(seen),
    send: (change) => edit.mutateAsync({ seen, change }),
    done: (_, { publishAt }) => {
      toast(`Scheduled for ${formatMoment(publishAt)}.`)
      panel.close()
    },
    reload: async () => {
      // It was published or cancelled: nothing is left to change.
      if (!current) {
        panel.close()
        return undefined
      }
      setSeen(current)
      return { start: fieldsOf(current), version: undefined }
    },
    action: consoleFailureText.saveAnnouncement,
    reason: announcementRefusal,
  })
  const passing = passingText(seen)
  return (
    <FormDialog form={form} title="Scheduled announcement" onClose={panel.close} submitLabel="Save" panel={panel}>
      {passing && <Banner tone="warn">{passing}</Banner>}
      <AreaField form={form} name="content" label="Announcement" counted rows={6} dir="auto" data-autofocus />
      <MomentField form={form} name="publishAt" label="Day and time" hint="At most one year from now." />
      {seen.imageUrl !== null && (
        <CheckField
          form={form}
          name="withoutPhoto"
          label="Remove the photo"
          hint="A photo cannot be replaced. For another photo, cancel this announcement and write it again."
        />
      )}
    </FormDialog>
  )
}
