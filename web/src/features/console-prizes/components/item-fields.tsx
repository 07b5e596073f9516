import { PRIZE_POINTS, PRIZE_QUANTITY, TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { ImageField } from '../../../components/console/image-field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { type ItemDraft, type ItemErrors, PRIZE_TYPES } from '../package-draft.ts'

export interface ItemFieldsProps {
  item: ItemDraft
  /** From 1. */
  number: number
  errors: ItemErrors
  onChange: (part: Partial<ItemDraft>) => void
  /** Undefined for the only item: a package of nothing cannot be assigned. */
  onRemove: (() => void) | undefined
}

/** One item of a package that is being made. */
export function ItemFields({ item, number, errors, onChange, onRemove }: ItemFieldsProps) {
  const id = `item-${item.key}`
  return (
    <fieldset className="well prize-item-fields">
      <legend className="vh">Item {number}</legend>
      <div className="row between prize-item-head">
        <span className="strong" aria-hidden="true">
          Item {number}
        </span>
        {onRemove && (
          <Button variant="ghost" size="sm" onClick={onRemove} aria-label={`Remove item ${number}`}>
            Remove
          </Button>
        )}
      </div>
      <Field id={`${id}-title`} label="Title">
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={TEXT_LIMITS.title}
            value={item.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field id={`${id}-description`} label="Description" note="optional">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            dir="auto"
            maxLength={TEXT_LIMITS.prizeDescription}
            value={item.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <div className="prize-item-numbers">
        <Field id={`${id}-type`} label="Type">
          {(control) => (
            <select
              {...control}
              className="input"
              value={item.type}
              onChange={(event) =>
                onChange({ type: PRIZE_TYPES.find(({ type }) => type === event.target.value)?.type ?? 'points' })
              }
            >
              {PRIZE_TYPES.map(({ type, name }) => (
                <option key={type} value={type}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {item.type === 'points' && (
          <Field id={`${id}-points`} label="Points value" error={errors.points}>
            {(control) => (
              <TextInput
                {...control}
                type="number"
                inputMode="numeric"
                min={PRIZE_POINTS.min}
                max={PRIZE_POINTS.max}
                step={1}
                value={item.points}
                onChange={(event) => onChange({ points: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field id={`${id}-quantity`} label="Quantity" error={errors.quantity}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              inputMode="numeric"
              min={PRIZE_QUANTITY.min}
              max={PRIZE_QUANTITY.max}
              step={1}
              value={item.quantity}
              onChange={(event) => onChange({ quantity: event.target.value })}
            />
          )}
        </Field>
      </div>
      <ImageField label="Image" value={item.imageUrl} onChange={(imageUrl) => onChange({ imageUrl })} />
    </fieldset>
  )
}
