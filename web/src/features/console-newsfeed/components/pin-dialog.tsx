import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { MomentField } from '../../../components/console/moment-field.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { usePinMutation } from '../../../data/newsfeed/console-pin-mutation.ts'
import { announcementRefusal } from '../../../data/newsfeed/console-refusal.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatMoment } from '../../../lib/format.ts'
import { pinSchema } from '../pin-schema.ts'

export interface PinDialogProps {
  postId: string
  /** The end of the pin as in the list when the dialog opened. */
  seen: string
  onClose: () => void
}

/** Chooses the end of an announcement's pin. */
export function PinDialog({ postId, seen, onClose }: PinDialogProps) {
  const toast = useToast()
  const pin = usePinMutation()
  const form = useAppForm({
    schema: pinSchema,
    start: { until: seen as string | null },
    send: ({ until }) => pin.mutateAsync({ postId, until, seen }),
    done: (_, { until }) => {
      toast(`Pinned until ${formatMoment(until)}.`)
      onClose()
    },
    action: 'updatePost',
    reason: announcementRefusal,
  })
  return (
    <FormDialog form={form} title="Pinned until" onClose={onClose} submitLabel="Save" needsChange>
      <MomentField form={form} name="until" label="Pinned until" hint="At most 90 days from now." />
    </FormDialog>
  )
}
