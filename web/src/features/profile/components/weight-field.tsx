import type { WeightFrom } from '../../../../../contract/src/column-types.ts'
import { WEIGHT } from '../../../../../contract/src/limits.ts'
import { useFormField } from '../../../components/form/fields.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../profile.module.css'
import { type ProfileValues, unitChange } from '../profile-schema.ts'

const UNITS = [
  { value: 'kg', label: 'kg' },
  { value: 'lbs', label: 'lbs' },
] as const

const SOURCES = [
  { value: 'typed', label: 'As typed' },
  { value: 'best', label: 'My best catch' },
] as const

/**
 * Personal best weight with its unit; a change of unit converts the number at once. It is typed, or the best catch that
 * everyone in the club may see.
 */
export function WeightField({ form }: { form: AppForm<ProfileValues> }) {
  const { id, value, change, error } = useFormField<string>(form, 'weight')
  const { unit, weightFrom } = form.values
  const fromJournal = weightFrom === 'best'
  return (
    <Field
      id={id}
      label="Personal best weight"
      error={error}
      hint={
        fromJournal
          ? 'The heaviest catch in your journal that everyone may see. It follows your journal once you save.'
          : undefined
      }
    >
      {(control) => (
        <div className={styles.weight}>
          <TextInput
            {...control}
            name="weight"
            type="number"
            inputMode="decimal"
            min={0}
            max={WEIGHT[unit].max}
            step={WEIGHT[unit].step}
            value={value}
            readOnly={fromJournal}
            onChange={(event) => change(event.target.value)}
            // Scrolling the page with the pointer over a focused number field must not change the weight.
            onWheel={(event) => event.currentTarget.blur()}
          />
          <Segmented<WeightUnit>
            label="Unit"
            role="radiogroup"
            options={UNITS}
            value={unit}
            onChange={(next) => form.change(unitChange(form.values, next))}
          />
          <div className={styles.source}>
            <Segmented<WeightFrom>
              label="Where the weight comes from"
              role="radiogroup"
              options={SOURCES}
              value={weightFrom}
              onChange={(next) => form.change({ weightFrom: next })}
            />
          </div>
        </div>
      )}
    </Field>
  )
}
