import { FormDialog } from '../../../components/console/form-dialog.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import type { Badge } from '../../../data/badges/console-badges-query.ts'
import { useBadgeCorrectMutation } from '../../../data/badges/console-correct-mutation.ts'
import { BadgeNotFound } from '../../../data/badges/refusal.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { badgeSchema, nameTaken } from '../badge-schema.ts'
import { BadgeFields, BadgePreview } from './badge-fields.tsx'

export interface EditDialogProps {
  /** The badge as it is now; the form keeps its start values until it is saved or reloaded. */
  badge: Badge
  panel: SidePanel
}

/** Edits a badge for all its holders. */
export function EditDialog({ badge, panel }: EditDialogProps) {
  const toast = useToast()
  const save = useBadgeCorrectMutation()
  const { name, description, icon, color } = badge
  const form = useAppForm({
    schema: badgeSchema,
    start: { name, description, icon, color },
    version: badge.updated_at,
    send: (values, { seen }) => save.mutateAsync({ ...values, id: badge.id, seen }),
    done: (_, values) => {
      toast(`Badge ${values.name} saved.`)
      panel.close()
    },
    fault: nameTaken,
    action: (error) =>
      error instanceof BadgeNotFound ? consoleFailureText.badgeNotFound : consoleFailureText.updateBadge,
  })
  return (
    <FormDialog
      form={form}
      title={
        <>
          Edit <bdi>{badge.name}</bdi>
        </>
      }
      onClose={panel.close}
      submitLabel="Save"
      panel={panel}
    >
      <BadgeFields form={form} />
      <BadgePreview values={form.values} />
    </FormDialog>
  )
}
