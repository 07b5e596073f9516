import { useMemo } from 'react'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { WeightReadout } from '../../../components/game/weight-readout.tsx'
import { weightSchema } from '../entry-schema.ts'
import * as styles from '../games.module.css'
import { type EntryProps, useEntry } from '../use-entry.ts'
import { FieldError } from './field-error.tsx'

/** Submits a weight that is typed or changed with step buttons. */
export function WeightEntry(entry: EntryProps) {
  const { game } = entry
  const schema = useMemo(() => weightSchema(game.unit), [game.unit])
  const { form, field } = useEntry(entry, 'submitGuess', schema)
  return (
    <Form form={form} className={styles.task} aria-label={game.title}>
      {!game.description && <p className="muted">Guess in {game.unit}. Closest wins.</p>}
      <WeightReadout
        value={field.value}
        unit={game.unit}
        onChange={field.change}
        readOnly={form.busy}
        invalid={field.error !== undefined}
        describedBy={`${field.id}-error`}
      />
      <FieldError id={`${field.id}-error`} text={field.error} />
      <FailureBanner form={form} />
      <SendButton form={form} variant="tip" block>
        Submit guess
      </SendButton>
    </Form>
  )
}
