import { useFormField } from '../../components/form/fields.tsx'
import { type EntryInput, entryRefusal, useEntryMutation } from '../../data/games/entry-mutation.ts'
import type { Game } from '../../data/games/game.ts'
import type { FailedAction } from '../../lib/failure-text.ts'
import type { FormSchema } from '../../lib/form/schema.ts'
import { useAppForm } from '../../lib/form/use-app-form.ts'

/** What the controls of a game need. */
export interface EntryProps {
  game: Game
  userId: string
  /** Whether the entry is being sent; it stays true once it has been accepted. */
  onSending: (sending: boolean) => void
}

/** The member's entry of a game as typed or chosen, and its form. */
export function useEntry(
  { game, userId, onSending }: EntryProps,
  action: FailedAction,
  schema: FormSchema<{ entry: string }, { entry: EntryInput }>,
) {
  const entry = useEntryMutation(game, userId)
  const form = useAppForm({
    schema,
    start: { entry: '' },
    writer: userId,
    keep: `game-${game.id}`,
    send: async (values) => {
      // Before the answer: it removes this form.
      onSending(true)
      await entry.mutateAsync(values.entry)
    },
    onError: () => onSending(false),
    action,
    reason: entryRefusal,
  })
  return { form, field: useFormField<string>(form, 'entry') }
}
