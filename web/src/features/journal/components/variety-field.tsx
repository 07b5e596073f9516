import CircleAlert from 'lucide-react/icons/circle-alert'
import { FishDrawing } from '../../../components/catch/fish-drawing.tsx'
import { VARIETIES, VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { useFormField } from '../../../components/form/fields.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import * as styles from '../catch-form.module.css'
import type { CatchValues } from '../catch-schema.ts'

/** The variety as drawn cards, of which one is chosen. */
export function VarietyField({ form }: { form: AppForm<CatchValues> }) {
  const { id, value, change, error } = useFormField<string>(form, 'variety')
  return (
    <fieldset
      className={`field ${styles.group}`}
      data-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="label">Variety</legend>
      <div className={styles.varieties}>
        {VARIETIES.map((variety) => (
          <label key={variety} className={styles.variety}>
            <input
              type="radio"
              name={id}
              value={variety}
              checked={value === variety}
              onChange={() => change(variety)}
            />
            <FishDrawing variety={variety} className={styles.drawing} />
            {VARIETY_NAME[variety]}
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="icon" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
