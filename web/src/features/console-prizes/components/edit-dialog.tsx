import { useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { StaleNotice } from '../../../components/console/stale-notice.tsx'
import { Checkbox } from '../../../components/ui/checkbox.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { usePackageEditMutation } from '../../../data/prizes/console-package-edit-mutation.ts'
import type { PrizePackage } from '../../../data/prizes/console-packages-query.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { failureWords } from '../failure-words.ts'

export interface EditDialogProps {
  /** As it is now; the form stays as it was opened until it is saved or loaded again. */
  prizePackage: PrizePackage
  onClose: () => void
}

/** Changes name, description and state of a package. */
export function EditDialog({ prizePackage, onClose }: EditDialogProps) {
  const save = usePackageEditMutation()
  const [opened, setOpened] = useState(prizePackage)
  const [name, setName] = useState(opened.name)
  const [description, setDescription] = useState(opened.description)
  const [isActive, setActive] = useState(opened.isActive)
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string>()
  const missing = checked && name.trim() === '' ? 'Name is required' : undefined
  // Known from the list that came in meanwhile, or from the refusal. When it is as wanted already, the answer to an own
  // attempt was lost.
  const asWanted =
    prizePackage.name === name.trim() &&
    prizePackage.description === description.trim() &&
    prizePackage.isActive === isActive
  const overtaken = prizePackage.updatedAt !== opened.updatedAt && !asWanted
  const stale = !save.isPending && (overtaken || save.error instanceof StaleError)

  const reload = () => {
    setOpened(prizePackage)
    setName(prizePackage.name)
    setDescription(prizePackage.description)
    setActive(prizePackage.isActive)
    setFailure(undefined)
    save.reset()
  }
  const submit = async () => {
    setChecked(true)
    if (name.trim() === '') return document.getElementById('edit-package-name')?.focus()
    setFailure(undefined)
    try {
      await save.mutateAsync({
        id: opened.id,
        name: name.trim(),
        description: description.trim(),
        isActive,
        seen: opened.updatedAt,
      })
      onClose()
    } catch (error) {
      if (!(error instanceof StaleError)) setFailure(failureWords('updatePackage', error))
    }
  }

  return (
    <FormDialog
      open
      title="Edit Package"
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Save"
      busy={save.isPending}
      disabled={stale}
      failure={stale ? <StaleNotice onReload={reload} /> : failure}
      dirty={name !== opened.name || description !== opened.description || isActive !== opened.isActive}
    >
      <Field id="edit-package-name" label="Name" error={missing}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={TEXT_LIMITS.title}
            value={name}
            onChange={(event) => setName(event.target.value)}
            data-autofocus
          />
        )}
      </Field>
      <Field id="edit-package-description" label="Description" note="optional">
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            dir="auto"
            maxLength={TEXT_LIMITS.prizeDescription}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label={
          <>
            Active
            <span className="quiet prize-active-hint">
              Only active packages can be assigned and are seen by members.
            </span>
          </>
        }
        checked={isActive}
        onChange={(event) => setActive(event.target.checked)}
      />
    </FormDialog>
  )
}
