import { FormDialog } from '../../../components/console/form-dialog.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { useAnnouncementMutation } from '../../../data/newsfeed/console-post-mutations.ts'
import { announcementRefusal } from '../../../data/newsfeed/console-refusal.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { announcementSchema } from '../announcement-schema.ts'

/** Writes an announcement, which is pinned for a week. The draft survives a reload. */
export function AnnouncementDialog({ panel }: { panel: SidePanel }) {
  const toast = useToast()
  const announce = useAnnouncementMutation()
  const form = useAppForm({
    schema: announcementSchema,
    start: { content: '' },
    keep: 'announcement',
    requests: 'text',
    send: ({ content }, { request }) => announce.mutateAsync({ content, requestId: request }),
    next: 'blank',
    done: ({ earlier }) => {
      toast(earlier ? 'This announcement had already been published.' : 'Announcement published')
      panel.close()
    },
    action: 'createPost',
    reason: announcementRefusal,
  })
  return (
    <FormDialog form={form} title="Write announcement" onClose={panel.close} submitLabel="Publish" panel={panel}>
      <AreaField
        form={form}
        name="content"
        label="Announcement"
        hint="It is pinned for 7 days, and members are notified. To add a photo, write it in the newsfeed."
        counted
        rows={6}
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  )
}
