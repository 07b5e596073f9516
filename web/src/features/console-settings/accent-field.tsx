import type { Accent } from '../../../../contract/src/column-types.ts'
import { useFormField } from '../../components/form/fields.tsx'
import type { AppForm } from '../../lib/form/plan.ts'
import * as styles from './accent-field.module.css'

const CHOICES: readonly { value: Accent; title: string; swatch: string | undefined }[] = [
  { value: 'tip', title: 'Orange', swatch: styles.orange },
  { value: 'lake', title: 'Green', swatch: styles.green },
  { value: 'info', title: 'Blue', swatch: styles.blue },
  { value: 'gold', title: 'Gold', swatch: styles.gold },
]

/** The colour of the main buttons and marks. */
export function AccentField({ form }: { form: AppForm }) {
  const { name, ref, value, change } = useFormField<Accent>(form, 'accent')
  return (
    <fieldset className={styles.accents}>
      <legend className="label">Accent colour</legend>
      {CHOICES.map((choice, place) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            ref={place === 0 ? ref : undefined}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => change(choice.value)}
          />
          <span className={choice.swatch} aria-hidden="true" />
          {choice.title}
        </label>
      ))}
    </fieldset>
  )
}
