import { useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import type { SidePanel } from '../../../components/console/use-side-panel.ts'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useItemAddMutation, useItemCorrectMutation } from '../../../data/prizes/console-item-mutations.ts'
import type { NewItem } from '../../../data/prizes/console-package-create-mutation.ts'
import type { PackageItem, PrizePackage } from '../../../data/prizes/console-packages-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { prizeFailureText } from '../prize-failure-text.ts'
import { correctedSchema, emptyItem, type ItemValues, itemsSchema, valuesOf } from '../prize-schema.ts'
import { ItemFields } from './item-fields.tsx'

const FAILURE = {
  action: consoleFailureText.updatePackage,
  text: (error: unknown) => prizeFailureText(consoleFailureText.updatePackage, error),
} as const

const isNamed = ({ items }: { items: ItemValues[] }) => items[0]?.title.trim() !== ''

const only = ({ items }: { items: NewItem[] }): NewItem => {
  const [item] = items
  if (!item) throw new Error('a dialog of one item has none')
  return item
}

/** Adds an item to an existing package. */
export function AddItemDialog({ prizePackage, panel }: { prizePackage: PrizePackage; panel: SidePanel }) {
  const toast = useToast()
  const add = useItemAddMutation()
  const [start] = useState(() => ({ items: [emptyItem()] }))
  const form = useAppForm({
    schema: itemsSchema,
    start,
    send: (written, { request }) =>
      add.mutateAsync({ packageId: prizePackage.id, requestId: request, item: only(written) }),
    done: (_, written) => {
      toast(`${only(written).title} added to ${prizePackage.name}.`)
      panel.close()
    },
    ...FAILURE,
  })
  return (
    <FormDialog
      form={form}
      title={
        <>
          Add an item to <bdi>{prizePackage.name}</bdi>
        </>
      }
      onClose={panel.close}
      submitLabel="Add item"
      panel={panel}
      disabled={!isNamed(form.values)}
    >
      <ItemFields form={form} at={0} />
    </FormDialog>
  )
}

export interface EditItemDialogProps {
  /** The item as it is now; the form keeps its start values until it is saved or reloaded. */
  item: PackageItem
  panel: SidePanel
}

/** Corrects an item. Its type, the points of an awarded item, and the awarded quantity cannot change. */
export function EditItemDialog({ item, panel }: EditItemDialogProps) {
  const save = useItemCorrectMutation()
  const awarded = item.quantity - item.remaining
  const form = useAppForm({
    schema: correctedSchema(awarded),
    start: { items: [valuesOf(item)] },
    version: item.updatedAt,
    send: (written, { seen }) => {
      const { type, pointsValue, ...rest } = only(written)
      return save.mutateAsync({ ...rest, id: item.id, pointsValue: type === 'points' ? pointsValue : null, seen })
    },
    done: panel.close,
    ...FAILURE,
  })
  return (
    <FormDialog
      form={form}
      title="Edit item"
      onClose={panel.close}
      submitLabel="Save"
      disabled={!isNamed(form.values)}
      panel={panel}
    >
      <ItemFields
        form={form}
        at={0}
        corrects
        awarded={awarded}
        pointsFixed={awarded > 0 ? 'This item was awarded, so its points can no longer be changed.' : undefined}
      />
    </FormDialog>
  )
}
