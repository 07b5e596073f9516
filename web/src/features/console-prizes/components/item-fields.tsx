import { useQuery } from '@tanstack/react-query'
import { PRIZE_POINTS, PRIZE_QUANTITY, TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { ImageField } from '../../../components/console/image-field.tsx'
import { AreaField, SelectField, TextField } from '../../../components/form/fields.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { currencyQuery } from '../../../data/site/club-defaults-query.ts'
import type { AppForm } from '../../../lib/form/plan.ts'
import { formatPoints } from '../../../lib/format.ts'
import { type ItemValues, PRIZE_TYPES } from '../prize-schema.ts'
import * as styles from '../prizes.module.css'

export interface ItemFieldsProps {
  form: AppForm<{ items: ItemValues[] }>
  /** Path of the item in the form. */
  at: number
  /** Number of the item, from 1; undefined when it is edited alone. */
  number?: number
  /** Undefined for the only item: a package needs at least one. */
  onRemove?: (() => void) | undefined
  /** The item already exists: its type cannot change. */
  corrects?: boolean
  /** Why the points value can no longer change. */
  pointsFixed?: string | undefined
  /** Number of awarded units: the quantity cannot be lower. */
  awarded?: number
}

/** The fields of one item. */
export function ItemFields(props: ItemFieldsProps) {
  const { form, at, number, onRemove, corrects = false, pointsFixed, awarded = 0 } = props
  const { data: symbol } = useQuery(currencyQuery())
  const type = form.values.items[at]?.type
  const name = `items.${at}` as const
  return (
    <fieldset className={`well ${styles.itemFields}`}>
      <legend className="visually-hidden">Item {number}</legend>
      {number !== undefined && (
        <div className={`cluster between ${styles.itemHead}`}>
          <span className="strong" aria-hidden="true">
            Item {number}
          </span>
          {onRemove && (
            <Button variant="ghost" size="sm" onClick={onRemove} aria-label={`Remove item ${number}`}>
              Remove
            </Button>
          )}
        </div>
      )}
      <TextField form={form} name={`${name}.title`} label="Title" dir="auto" maxLength={TEXT_LIMITS.title} />
      <AreaField
        form={form}
        name={`${name}.description`}
        label="Description"
        note="optional"
        rows={2}
        maxLength={TEXT_LIMITS.prizeDescription}
      />
      <div className={styles.itemNumbers}>
        <SelectField form={form} name={`${name}.type`} label="Type" disabled={corrects}>
          {PRIZE_TYPES.map((choice) => (
            <option key={choice.type} value={choice.type}>
              {choice.name}
            </option>
          ))}
        </SelectField>
        {type === 'points' && (
          <TextField
            form={form}
            name={`${name}.points`}
            label="Points value"
            hint={pointsFixed}
            type="number"
            inputMode="numeric"
            min={PRIZE_POINTS.min}
            max={PRIZE_POINTS.max}
            step={1}
            readOnly={pointsFixed !== undefined}
          />
        )}
        <TextField
          form={form}
          name={`${name}.quantity`}
          label="Quantity"
          hint={awarded > 0 ? `${formatPoints(awarded)} awarded already` : undefined}
          type="number"
          inputMode="numeric"
          min={Math.max(PRIZE_QUANTITY.min, awarded)}
          max={PRIZE_QUANTITY.max}
          step={1}
        />
        {type !== 'points' && (
          <TextField
            form={form}
            name={`${name}.retailValue`}
            label="Retail value"
            note={symbol ? `optional, in ${symbol}` : 'optional'}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </div>
      <ImageField form={form} name={`${name}.imageUrl`} label="Image" />
    </fieldset>
  )
}
