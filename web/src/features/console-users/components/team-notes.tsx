import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { useNoteDeleteMutation, useNoteMutation } from '../../../data/users/console-note-mutations.ts'
import type { TeamNote } from '../../../data/users/console-record-query.ts'
import { recordRefusal } from '../../../data/users/refusal.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatAgo } from '../../../lib/format.ts'
import { noteSchema } from '../note-schema.ts'
import * as styles from '../record.module.css'

/** The notes of the team about a member, and a field for the next. Mount one per member (`key`). */
export function TeamNotes({ memberId, notes }: { memberId: string; notes: readonly TeamNote[] }) {
  const now = useNow()
  const toast = useToast()
  const add = useNoteMutation()
  const remove = useNoteDeleteMutation(memberId)
  const [asked, setAsked] = useState<TeamNote>()
  const form = useAppForm({
    schema: noteSchema,
    start: { content: '' },
    keep: `note-${memberId}`,
    requests: 'text',
    send: ({ content }, { request }) => add.mutateAsync({ memberId, content, requestId: request }),
    next: 'blank',
    done: () => toast('Note added.'),
    action: consoleFailureText.saveNote,
    reason: recordRefusal,
    unanswered: 'You can try again: the note will not be added twice.',
  })
  useKeptFocus(() => form.ref.current?.querySelector('textarea'), notes.length)
  return (
    <>
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note.id}>
              <p dir="auto">{note.content}</p>
              <div className={styles.signed}>
                <bdi className="grow">{note.author ?? 'A deleted account'}</bdi>
                <Moment date={note.at} now={now}>
                  {formatAgo(note.at, now)}
                </Moment>
                <IconButton
                  label="Delete this note"
                  icon={<Trash2 className="icon" aria-hidden="true" />}
                  onClick={() => setAsked(note)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} className={styles.form} unsaved="Your note is not saved yet.">
        <AreaField
          form={form}
          name="content"
          fieldClass={styles.field}
          label="Add a note"
          hint="Only the team reads it."
          counted
          rows={2}
        />
        <Failure form={form} />
        <SendButton form={form} variant="line" needsChange>
          Add note
        </SendButton>
      </Form>
      <ConfirmAction
        open={asked !== undefined}
        title="Delete this note?"
        text={<p dir="auto">{asked?.content}</p>}
        confirmLabel="Delete"
        onConfirm={async () => {
          if (!asked) return
          await remove.mutateAsync(asked.id)
          toast('Note deleted.')
        }}
        onClose={() => setAsked(undefined)}
        failure={consoleFailureText.deleteNote}
      />
    </>
  )
}
