import { WEIGHT } from '../../../../../contract/src/limits.ts'
import { Field } from '../../../components/ui/field.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { WeightUnit } from '../../../lib/weight.ts'
import { type ProfileDraft, type ProfileEdits, unitChange } from '../profile-draft.ts'

const UNITS = [
  { value: 'kg', label: 'kg' },
  { value: 'lbs', label: 'lbs' },
] as const

export interface WeightFieldProps {
  id: string
  draft: ProfileDraft
  error: string | undefined
  onChange: (change: ProfileEdits) => void
}

/** Personal best weight with its unit; a new unit converts the number at once. */
export function WeightField({ id, draft, error, onChange }: WeightFieldProps) {
  return (
    <Field id={id} label="Personal best weight" error={error}>
      {(control) => (
        <div className="join">
          <TextInput
            {...control}
            name="weight"
            type="number"
            inputMode="decimal"
            min={0}
            max={WEIGHT[draft.unit].max}
            step={WEIGHT[draft.unit].step}
            value={draft.weight}
            onChange={(event) => onChange({ weight: event.target.value })}
            // Scrolling the page with the pointer over a focused number field must not change the fish.
            onWheel={(event) => event.currentTarget.blur()}
          />
          <Segmented<WeightUnit>
            label="Unit"
            role="radiogroup"
            options={UNITS}
            value={draft.unit}
            onChange={(unit) => onChange(unitChange(draft, unit))}
          />
        </div>
      )}
    </Field>
  )
}
