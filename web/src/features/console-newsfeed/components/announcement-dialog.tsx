import { useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { MomentField } from '../../../components/console/moment-field.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { useAnnouncementMutation } from '../../../data/newsfeed/console-post-mutations.ts'
import { announcementRefusal } from '../../../data/newsfeed/console-refusal.ts'
import { useScheduleMutation } from '../../../data/newsfeed/scheduled-mutations.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatMoment } from '../../../lib/format.ts'
import * as styles from '../announcement.module.css'
import { announcementSchema } from '../announcement-schema.ts'
import { AnnouncementPhoto } from './announcement-photo.tsx'

const TIMES = [
  { value: 'now', label: 'Publish now' },
  { value: 'later', label: 'Publish later' },
] as const

const BLANK = {
  content: '',
  imageUrl: null as string | null,
  when: 'now' as 'now' | 'later',
  publishAt: null as string | null,
}

/** Writes an announcement, for now or for later; it is pinned for a week. The draft survives a reload. */
export function AnnouncementDialog({ panel }: { panel: SidePanel }) {
  const toast = useToast()
  const announce = useAnnouncementMutation()
  const schedule = useScheduleMutation()
  // Without its photo it could not get one later.
  const [unfinished, setUnfinished] = useState(false)
  // Which of the two failed.
  const [sent, setSent] = useState<'now' | 'later'>('now')
  const form = useAppForm({
    schema: announcementSchema,
    start: BLANK,
    keep: 'announcement',
    requests: 'text',
    send: ({ content, imageUrl, when, publishAt }, { request }) => {
      setSent(when)
      return when === 'later' && publishAt !== null
        ? schedule.mutateAsync({ content, imageUrl, publishAt, requestId: request })
        : announce.mutateAsync({ content, imageUrl, requestId: request })
    },
    next: 'blank',
    done: ({ earlier }, { when, publishAt }) => {
      if (when === 'later' && publishAt !== null)
        toast(earlier ? 'This announcement had already been scheduled.' : `Scheduled for ${formatMoment(publishAt)}.`)
      else toast(earlier ? 'This announcement had already been published.' : 'Announcement published')
      panel.close()
    },
    action: sent === 'later' ? consoleFailureText.scheduleAnnouncement : 'createPost',
    reason: announcementRefusal,
  })
  const isLater = form.values.when === 'later'
  return (
    <FormDialog
      form={form}
      title="Write announcement"
      onClose={panel.close}
      submitLabel={isLater ? 'Schedule' : 'Publish'}
      disabled={unfinished}
      panel={panel}
    >
      <AreaField
        form={form}
        name="content"
        label="Announcement"
        hint="It is pinned for 7 days from when it appears, and members are notified."
        counted
        rows={6}
        dir="auto"
        data-autofocus
      />
      <AnnouncementPhoto form={form} onUnfinished={setUnfinished} />
      <div className={styles.times}>
        <Segmented
          label="When it is published"
          role="radiogroup"
          options={TIMES}
          value={form.values.when}
          onChange={(when) => form.change({ when })}
        />
      </div>
      {isLater && <MomentField form={form} name="publishAt" label="Day and time" hint="At most one year from now." />}
    </FormDialog>
  )
}
