import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { AreaField, CheckField, TextField } from '../../../components/form/fields.tsx'
import { usePackageEditMutation } from '../../../data/prizes/console-package-edit-mutation.ts'
import type { PrizePackage } from '../../../data/prizes/console-packages-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { prizeFailureText } from '../prize-failure-text.ts'
import { packageEditSchema } from '../prize-schema.ts'
import * as styles from '../prizes.module.css'
import { RewardFields } from './reward-fields.tsx'

export interface EditDialogProps {
  /** The package as it is now; the form keeps its start values until it is saved or reloaded. */
  prizePackage: PrizePackage
  panel: SidePanel
}

const typed = (number: number | null) => (number === null ? '' : String(number))

/** Edits name, description, price and state of a package. */
export function EditDialog({ prizePackage, panel }: EditDialogProps) {
  const save = usePackageEditMutation()
  const { id, name, description, isActive, price, limit, updatedAt } = prizePackage
  const form = useAppForm({
    schema: packageEditSchema,
    start: { name, description, isActive, price: typed(price), limit: typed(limit) },
    version: updatedAt,
    send: (written, { seen }) => save.mutateAsync({ ...written, id, seen }),
    done: panel.close,
    action: consoleFailureText.updatePackage,
    text: (error) => prizeFailureText(consoleFailureText.updatePackage, error),
  })
  return (
    <FormDialog form={form} title="Edit package" onClose={panel.close} submitLabel="Save" panel={panel}>
      <TextField form={form} name="name" label="Name" dir="auto" maxLength={TEXT_LIMITS.title} data-autofocus />
      <AreaField
        form={form}
        name="description"
        label="Description"
        note="optional"
        rows={3}
        maxLength={TEXT_LIMITS.prizeDescription}
      />
      <RewardFields form={form} />
      <CheckField
        form={form}
        name="isActive"
        label={
          <>
            Active
            <span className={`quiet ${styles.activeHint}`}>
              Only active packages can be assigned and are visible to members.
            </span>
          </>
        }
      />
    </FormDialog>
  )
}
