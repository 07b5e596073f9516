import Dices from 'lucide-react/icons/dices'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { WEIGHT } from '../../../../../contract/src/limits.ts'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { drawSquare } from '../draw-square.ts'
import { clampSquare, type GameDraft } from './game-draft.ts'

export interface AnswerFieldProps {
  id: string
  draft: GameDraft
  error: string | undefined
  onChange: (change: Partial<GameDraft>) => void
}

const LATER = 'It can be set later, but before the game is activated.'

/** The square that wins: typed, stepped or drawn. */
export function SquareField({ id, draft, error, onChange }: AnswerFieldProps) {
  const square = draft.answer === '' ? null : Number(draft.answer)
  const set = (answer: string) => onChange({ answer: clampSquare(answer) })
  return (
    <Field
      id={id}
      label="Winning square"
      error={error}
      hint={`1 to 100. Members do not see it until the game is completed. ${LATER}`}
    >
      {(control) => (
        <>
          <div className="row square-row">
            <IconButton
              line
              label="Previous square"
              icon={<Minus className="i" aria-hidden="true" />}
              onClick={() => set(`${(square ?? 2) - 1}`)}
            />
            <TextInput
              {...control}
              className="num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              value={draft.answer}
              onChange={(event) => set(event.target.value)}
            />
            <IconButton
              line
              label="Next square"
              icon={<Plus className="i" aria-hidden="true" />}
              onClick={() => set(`${(square ?? 0) + 1}`)}
            />
          </div>
          <Button
            variant="line"
            size="sm"
            className="draw"
            icon={<Dices className="i" aria-hidden="true" />}
            onClick={() => set(`${drawSquare()}`)}
          >
            Draw at random
          </Button>
        </>
      )}
    </Field>
  )
}

/** What the fish weighed, with the unit that members will guess in. */
export function WeightField({ id, draft, error, onChange }: AnswerFieldProps) {
  return (
    <>
      <Field
        id={id}
        label="Actual weight"
        error={error}
        hint={`Members do not see it until the game is completed. ${LATER}`}
      >
        {(control) => (
          <TextInput
            {...control}
            type="number"
            min={0}
            max={WEIGHT[draft.unit].max}
            step={0.1}
            inputMode="decimal"
            autoComplete="off"
            value={draft.answer}
            onChange={(event) => onChange({ answer: event.target.value })}
          />
        )}
      </Field>
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
          value={draft.unit}
          onChange={(unit) => onChange({ unit })}
        />
      </div>
    </>
  )
}
