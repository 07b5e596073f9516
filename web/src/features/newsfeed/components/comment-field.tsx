import Send from 'lucide-react/icons/send'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import * as styles from '../comments.module.css'
import { hasVisibleText } from '../has-visible-text.ts'
import type { Person } from '../mention-at.ts'
import { useGrowing } from '../use-growing.ts'
import * as writing from '../writing.module.css'
import { MentionList } from './mention-list.tsx'

const ROWS_MAX = 8

export interface CommentFieldProps {
  userId: string
  text: string
  onText: (text: string) => void
  /** While a comment is being sent, the next one can be written but not sent. */
  busy: boolean
  onSend: () => void
  /** Suggested first after `@`. */
  people: readonly Person[]
}

/** The input below a thread. Enter sends, Shift+Enter inserts a line break. */
export function CommentField({ userId, text, onText, busy, onSend, people }: CommentFieldProps) {
  const own = useOwnSummary()
  const ready = !busy && hasVisibleText(text)
  const field = useRef<HTMLTextAreaElement>(null)
  useGrowing(field, text)
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault()
    if (!ready) return
    onSend()
    // Keyboard only, for the next comment. A touch on the button must not open the on-screen keyboard.
    if (event.currentTarget.querySelector('button:focus-visible')) field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter also ends text composition in Japanese, Chinese or Korean.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form className={styles.field} onSubmit={submit}>
      <Avatar id={userId} name={own?.username ?? ''} src={own?.avatarUrl} size={36} />
      <div className="affix">
        <textarea
          ref={field}
          className={`input ${writing.growing}`}
          aria-label="Add a comment"
          placeholder="Add a comment"
          rows={Math.min(ROWS_MAX, text.split('\n').length)}
          maxLength={TEXT_LIMITS.comment}
          dir="auto"
          enterKeyHint="send"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {text.includes('@') && <MentionList field={field} value={text} onChange={onText} people={people} />}
        <IconButton
          type="submit"
          label="Send comment"
          icon={<Send className="icon" aria-hidden="true" />}
          aria-disabled={!ready || undefined}
        />
      </div>
    </form>
  )
}
