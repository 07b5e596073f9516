import { readTyped, type TypedPoints, writeTyped } from '../../lib/console-points.ts'
import type { AppForm } from '../../lib/form/plan.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { useFormField } from '../form/fields.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import * as styles from './points-field.module.css'

export interface PointsFieldProps<In extends { typed: TypedPoints }> {
  form: AppForm<In>
  /** Takes the focus when its dialog opens. */
  autofocus?: boolean
}

/** A change of points, with a button for its sign: number keys of phones have no minus. */
export function PointsField<In extends { typed: TypedPoints }>({ form, autofocus }: PointsFieldProps<In>) {
  const { id, value, error, change } = useFormField<TypedPoints>(form, 'typed')
  return (
    <div className={styles.change}>
      <Field id={id} label="Points change" hint="Counts towards the level. Does not undo a gift." error={error}>
        {(control) => (
          <TextInput
            {...control}
            className={joinClasses('figure', styles.amount, value.negative && styles.isMinus)}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus={autofocus || undefined}
            value={writeTyped(value)}
            onChange={(event) => change(readTyped(event.target.value))}
          />
        )}
      </Field>
      <Button
        variant="line"
        className={styles.sign}
        aria-pressed={value.negative}
        onClick={() => change({ ...value, negative: !value.negative })}
      >
        Make Negative
      </Button>
    </div>
  )
}
