import { Field } from '../../../components/ui/field.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { DraftErrors, GameDraft } from './game-draft.ts'

export interface PointsFieldsProps {
  id: string
  draft: GameDraft
  errors: DraftErrors
  onChange: (change: Partial<GameDraft>) => void
}

const PLACES = [
  { label: 'First place points', error: 'place1' },
  { label: 'Second place points', error: 'place2' },
  { label: 'Third place points', error: 'place3' },
] as const

/** What winners get: three places for a carp of the week, one number for the guessing games. */
export function PointsFields({ id, draft, errors, onChange }: PointsFieldsProps) {
  if (draft.type !== 'carp_of_week') {
    return (
      <PointsField
        id={`${id}-winner`}
        label="Winner points"
        value={draft.winnerPoints}
        error={errors.winnerPoints}
        onChange={(winnerPoints) => onChange({ winnerPoints })}
      />
    )
  }
  const [first, second, third] = draft.places
  const set = [
    (text: string) => onChange({ places: [text, second, third] }),
    (text: string) => onChange({ places: [first, text, third] }),
    (text: string) => onChange({ places: [first, second, text] }),
  ]
  return PLACES.map(({ label, error }, index) => (
    <PointsField
      key={label}
      id={`${id}-${error}`}
      label={label}
      value={draft.places[index] ?? ''}
      error={errors[error]}
      onChange={(text) => set[index]?.(text)}
    />
  ))
}

interface PointsFieldProps {
  id: string
  label: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

function PointsField({ id, label, value, error, onChange }: PointsFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          min={0}
          max={1_000_000}
          step={1}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
