import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField, TextField } from '../../../components/form/fields.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { usePackageCreateMutation } from '../../../data/prizes/console-package-create-mutation.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { prizeFailureText } from '../prize-failure-text.ts'
import { emptyItem, isNamed, PACKAGE_FORM, packageSchema } from '../prize-schema.ts'
import * as styles from '../prizes.module.css'
import { ItemFields } from './item-fields.tsx'
import { RewardFields } from './reward-fields.tsx'

/** Creates a package with its items; the input survives a reload and every failure. */
export function AddDialog({ panel }: { panel: SidePanel }) {
  const toast = useToast()
  const create = usePackageCreateMutation()
  const adder = useRef<HTMLButtonElement>(null)
  const [start] = useState(() => ({ name: '', description: '', price: '', limit: '1', items: [emptyItem()] }))
  const form = useAppForm({
    schema: packageSchema,
    start,
    keep: PACKAGE_FORM,
    send: (written, { request }) => create.mutateAsync({ ...written, requestId: request }),
    done: (_, { name }) => {
      toast(`${name} is ready to be assigned.`)
      panel.close()
    },
    action: consoleFailureText.createPrizePackage,
    text: (error) => prizeFailureText(consoleFailureText.createPrizePackage, error),
  })
  const { items } = form.values

  const addItem = () => {
    flushSync(() => form.change({ items: [...items, emptyItem()] }))
    document.getElementById(`${form.id}-items.${items.length}.title`)?.focus()
  }

  return (
    <FormDialog
      form={form}
      title="Add Package"
      wide
      onClose={panel.close}
      submitLabel="Add Package"
      panel={panel}
      disabled={!isNamed(form.values)}
    >
      <TextField form={form} name="name" label="Name" dir="auto" maxLength={TEXT_LIMITS.title} data-autofocus />
      <AreaField
        form={form}
        name="description"
        label="Description"
        note="optional"
        rows={2}
        maxLength={TEXT_LIMITS.prizeDescription}
      />
      <RewardFields form={form} />
      <div className={styles.items}>
        {items.map(({ key }, at) => (
          <ItemFields
            key={key}
            form={form}
            at={at}
            number={at + 1}
            onRemove={
              items.length > 1
                ? () => {
                    form.change({ items: items.filter((item) => item.key !== key) })
                    adder.current?.focus()
                  }
                : undefined
            }
          />
        ))}
        <Button variant="line" size="sm" ref={adder} onClick={addItem}>
          Add item
        </Button>
      </div>
    </FormDialog>
  )
}
