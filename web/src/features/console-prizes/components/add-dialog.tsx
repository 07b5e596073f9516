import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { usePackageCreateMutation } from '../../../data/prizes/console-package-create-mutation.ts'
import { keepPackageDraft, readPackageDraft } from '../draft-store.ts'
import { failureWords } from '../failure-words.ts'
import {
  emptyItem,
  hasWords,
  type ItemDraft,
  isNamed,
  itemErrors,
  type PackageDraft,
  packageOf,
} from '../package-draft.ts'
import { ItemFields } from './item-fields.tsx'

/** Asks for a new package and its items; what is typed survives a reload and every failure. */
export function AddDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const toast = useToast()
  const create = usePackageCreateMutation()
  const adder = useRef<HTMLButtonElement>(null)
  const [draft, setDraft] = useState(() => readPackageDraft(userId))
  const [checked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string>()

  const change = (part: Partial<PackageDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepPackageDraft(userId, next)
  }
  const changeItem = (key: string, part: Partial<ItemDraft>) =>
    change({ items: draft.items.map((item) => (item.key === key ? { ...item, ...part } : item)) })
  const addItem = () => {
    const item = emptyItem()
    flushSync(() => change({ items: [...draft.items, item] }))
    document.getElementById(`item-${item.key}-title`)?.focus()
  }

  const submit = async () => {
    setChecked(true)
    const wrong = draft.items.find((item) => Object.keys(itemErrors(item)).length > 0)
    if (wrong) {
      const field = itemErrors(wrong).points ? 'points' : 'quantity'
      document.getElementById(`item-${wrong.key}-${field}`)?.focus()
      return
    }
    setFailure(undefined)
    try {
      await create.mutateAsync(packageOf(draft))
      keepPackageDraft(userId, undefined)
      toast(`${draft.name.trim()} is ready to be assigned.`)
      onClose()
    } catch (error) {
      setFailure(failureWords('createPrizePackage', error))
    }
  }

  return (
    <FormDialog
      open
      title="Add Package"
      className="wide"
      onClose={() => {
        keepPackageDraft(userId, undefined)
        onClose()
      }}
      onSubmit={submit}
      submitLabel="Add Package"
      busy={create.isPending}
      disabled={!isNamed(draft)}
      failure={failure}
      dirty={hasWords(draft)}
    >
      <Field id="package-name" label="Name">
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={TEXT_LIMITS.title}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
            data-autofocus
          />
        )}
      </Field>
      <Field id="package-description" label="Description" note="optional">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="auto"
            maxLength={TEXT_LIMITS.prizeDescription}
            value={draft.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="prize-item-list">
        {draft.items.map((item, index) => (
          <ItemFields
            key={item.key}
            item={item}
            number={index + 1}
            errors={checked ? itemErrors(item) : {}}
            onChange={(part) => changeItem(item.key, part)}
            onRemove={
              draft.items.length > 1
                ? () => {
                    change({ items: draft.items.filter(({ key }) => key !== item.key) })
                    adder.current?.focus()
                  }
                : undefined
            }
          />
        ))}
        <Button variant="line" size="sm" ref={adder} onClick={addItem}>
          Add Item
        </Button>
      </div>
    </FormDialog>
  )
}
