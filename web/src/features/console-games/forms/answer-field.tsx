import Dices from 'lucide-react/icons/dices'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { WEIGHT } from '../../../../../contract/src/limits.ts'
import { TextField, useFormField } from '../../../components/form/fields.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { AppForm } from '../../../lib/form/plan.ts'
import { drawSquare } from '../draw-square.ts'
import * as styles from './game-form.module.css'
import { clampSquare, type GameValues } from './game-schema.ts'

export interface AnswerFieldProps {
  form: AppForm<GameValues>
  /** Whether the game already has an answer; it is not shown here. */
  sealed: boolean
}

const LATER = 'You can set it later, before you activate the game.'
const KEPT = 'Leave this empty to keep the sealed answer.'
const YOURS = 'The admin who sets the answer cannot enter the game.'

/** The winning square: typed, stepped or drawn at random. */
export function SquareField({ form, sealed }: AnswerFieldProps) {
  const { id, value, change, error } = useFormField<string>(form, 'answer')
  const square = value === '' ? null : Number(value)
  const set = (answer: string) => change(clampSquare(answer))
  return (
    <Field
      id={id}
      label="Winning square"
      error={error}
      hint={`1 to 100. Members do not see it until the game is completed. ${sealed ? KEPT : LATER} ${YOURS}`}
    >
      {(control) => (
        <>
          <div className={`cluster ${styles.squareRow}`}>
            <IconButton
              line
              label="Previous square"
              icon={<Minus className="icon" aria-hidden="true" />}
              onClick={() => set(`${(square ?? 2) - 1}`)}
            />
            <TextInput
              {...control}
              className="figure"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={value}
              onChange={(event) => set(event.target.value)}
            />
            <IconButton
              line
              label="Next square"
              icon={<Plus className="icon" aria-hidden="true" />}
              onClick={() => set(`${(square ?? 0) + 1}`)}
            />
          </div>
          <Button
            variant="line"
            size="sm"
            className={styles.drawButton}
            icon={<Dices className="icon" aria-hidden="true" />}
            onClick={() => set(`${drawSquare()}`)}
          >
            Draw at random
          </Button>
        </>
      )}
    </Field>
  )
}

/** The weight of the fish, in the unit that members guess in. */
export function WeightField({ form, sealed }: AnswerFieldProps) {
  const { unit } = form.values
  return (
    <>
      <TextField
        form={form}
        name="answer"
        label="Actual weight"
        hint={`Members do not see it until the game is completed. ${sealed ? KEPT : LATER} ${YOURS}`}
        type="number"
        min={0}
        max={WEIGHT[unit].max}
        step={0.1}
        inputMode="decimal"
        autoComplete="off"
      />
      <div className="field">
        <div className="label" aria-hidden="true">
          Unit
        </div>
        <Segmented
          label="Unit"
          role="radiogroup"
          options={[
            { value: 'kg', label: 'kg' },
            { value: 'lbs', label: 'lbs' },
          ]}
          value={unit}
          onChange={(chosen) => form.change({ unit: chosen })}
        />
      </div>
    </>
  )
}
