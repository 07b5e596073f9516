import { useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { MomentField } from '../../../components/console/moment-field.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { usePinMutation } from '../../../data/newsfeed/console-pin-mutation.ts'
import { announcementRefusal } from '../../../data/newsfeed/console-refusal.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatMoment } from '../../../lib/format.ts'
import { pinSchema } from '../pin-schema.ts'

export interface PinDialogProps {
  postId: string
  /** The end of the pin as the list has it. */
  pinnedUntil: string
  panel: SidePanel
}

/** Chooses the end of an announcement's pin. */
export function PinDialog({ postId, pinnedUntil, panel }: PinDialogProps) {
  const toast = useToast()
  const pin = usePinMutation()
  // As it was when the form opened.
  const [seen] = useState(pinnedUntil)
  const form = useAppForm({
    schema: pinSchema,
    start: { until: seen as string | null },
    send: ({ until }) => pin.mutateAsync({ postId, until, seen }),
    done: (_, { until }) => {
      toast(`Pinned until ${formatMoment(until)}.`)
      panel.close()
    },
    action: 'updatePost',
    reason: announcementRefusal,
  })
  return (
    <FormDialog form={form} title="Pinned until" onClose={panel.close} submitLabel="Save" needsChange panel={panel}>
      <MomentField form={form} name="until" label="Pinned until" hint="At most 90 days from now." />
    </FormDialog>
  )
}
