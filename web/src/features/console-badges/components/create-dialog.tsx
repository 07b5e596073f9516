import { FormDialog } from '../../../components/console/form-dialog.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useBadgeCreateMutation } from '../../../data/badges/console-create-mutation.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { BADGE_COLOR, BADGE_FORM, BADGE_ICONS, badgeSchema, nameTaken } from '../badge-schema.ts'
import { BadgeFields, BadgePreview } from './badge-fields.tsx'

/** Creates a custom badge. The input survives a reload. */
export function CreateDialog({ panel }: { panel: SidePanel }) {
  const toast = useToast()
  const create = useBadgeCreateMutation(useUserId())
  const form = useAppForm({
    schema: badgeSchema,
    start: { name: '', description: '', icon: BADGE_ICONS[0].icon, color: BADGE_COLOR },
    keep: BADGE_FORM,
    send: (badge, { request }) => create.mutateAsync({ ...badge, requestId: request }),
    done: (_, { name }) => {
      toast(`Badge ${name} created.`)
      panel.close()
    },
    fault: nameTaken,
    action: consoleFailureText.createBadge,
  })
  return (
    <FormDialog form={form} title="Create a badge" onClose={panel.close} submitLabel="Create badge" panel={panel}>
      <BadgeFields form={form} autofocus />
      <BadgePreview values={form.values} />
    </FormDialog>
  )
}
