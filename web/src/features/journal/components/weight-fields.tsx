import CircleAlert from 'lucide-react/icons/circle-alert'
import { useFormField } from '../../../components/form/fields.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import { formatGrams, inUnit, parseWeightText, type WeightText, weightChange } from '../../../lib/grams.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../catch-form.module.css'
import type { CatchValues } from '../catch-schema.ts'

const UNITS = [
  { value: 'lbs', label: 'lb oz' },
  { value: 'kg', label: 'kg' },
] as const
const FIELDS: Record<WeightUnit, readonly { name: WeightText; label: string; unit: string }[]> = {
  lbs: [
    { name: 'pounds', label: 'Pounds', unit: 'lb' },
    { name: 'ounces', label: 'Ounces', unit: 'oz' },
  ],
  kg: [{ name: 'kilos', label: 'Kilograms', unit: 'kg' }],
}

export interface WeightFieldsProps {
  form: AppForm<CatchValues>
  /** The heaviest catch so far, in grams. */
  best?: number | undefined
}

/** The weight in pounds and ounces or in kilograms, with the same weight in the other unit beneath. */
export function WeightFields({ form, best }: WeightFieldsProps) {
  const { unit, pounds, ounces, kilos, exact } = form.values
  const typed = { unit, pounds, ounces, kilos, exact }
  const parsed = parseWeightText(typed)
  const errors = {
    pounds: useFormField<string>(form, 'pounds').error,
    ounces: useFormField<string>(form, 'ounces').error,
    kilos: useFormField<string>(form, 'kilos').error,
  }
  const error = unit === 'kg' ? errors.kilos : (errors.pounds ?? errors.ounces)
  const [hintId, errorId] = [`${form.id}-weight-hint`, `${form.id}-weight-error`]
  const hint = [
    parsed.ok && `${formatGrams(parsed.grams, unit === 'kg' ? 'lbs' : 'kg')}.`,
    best !== undefined && `Your best is ${formatGrams(best, unit)}.`,
  ].filter(Boolean)
  return (
    <fieldset className={`field ${styles.group}`}>
      <legend className="label">Weight</legend>
      <div className={styles.weight}>
        {FIELDS[unit].map(({ name, label, unit: mark }) => (
          <div key={name} className={styles.affixed}>
            <input
              className="input"
              id={`${form.id}-${name}`}
              name={name}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              aria-label={label}
              aria-describedby={[hint.length > 0 && hintId, error && errorId].filter(Boolean).join(' ') || undefined}
              aria-invalid={errors[name] ? true : undefined}
              value={typed[name]}
              onChange={(event) => form.change(weightChange(name, event.target.value))}
            />
            <span aria-hidden="true">{mark}</span>
          </div>
        ))}
        <Segmented<WeightUnit>
          label="Unit"
          role="radiogroup"
          options={UNITS}
          value={unit}
          onChange={(next) => form.change(inUnit(typed, next))}
        />
      </div>
      {hint.length > 0 && (
        <p className="hint" id={hintId}>
          {hint.join(' ')}
        </p>
      )}
      {error && (
        <p className="field-error" id={errorId}>
          <CircleAlert className="icon" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
