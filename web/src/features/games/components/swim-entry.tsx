import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { swimSchema } from '../entry-schema.ts'
import * as styles from '../games.module.css'
import { type EntryProps, useEntry } from '../use-entry.ts'
import { FieldError } from './field-error.tsx'

/** Chooses one square of the lake and submits it. */
export function SwimEntry({ priority, ...entry }: EntryProps & { priority: boolean }) {
  const { game } = entry
  const { form, field } = useEntry(entry, 'submitSquare', swimSchema)
  const chosen = swimSchema.safeParse({ entry: field.value })
  return (
    <Form form={form} aria-label={game.title}>
      <SwimBoard
        priority={priority}
        invalid={field.error !== undefined}
        photoUrl={game.imageUrl ?? ''}
        value={chosen.success ? chosen.data.entry.square : null}
        onChange={(square) => {
          if (!form.busy) field.change(`${square}`)
        }}
      >
        <div className={styles.notes}>
          <FailureBanner form={form} />
          <FieldError id={field.id} text={field.error} />
        </div>
        <SendButton form={form} variant="tip" aria-describedby={field.id}>
          Submit square
        </SendButton>
      </SwimBoard>
    </Form>
  )
}
