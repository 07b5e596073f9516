import Send from 'lucide-react/icons/send'
import type { FormEvent, KeyboardEvent } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import { hasWords } from '../has-words.ts'

const ROWS_MAX = 8

export interface CommentFieldProps {
  userId: string
  text: string
  onText: (text: string) => void
  /** While a comment is on its way the next one can be written, but not sent. */
  busy: boolean
  onSend: () => void
}

/** The pill under a thread. Enter sends, Shift+Enter breaks the line. */
export function CommentField({ userId, text, onText, busy, onSend }: CommentFieldProps) {
  const own = useOwnSummary()
  const ready = !busy && hasWords(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) onSend()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter also ends the spelling of a word in Japanese, Chinese or Korean.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    submit(event)
  }
  return (
    <form className="cmt-in" onSubmit={submit}>
      <Avatar id={userId} name={own?.username ?? ''} src={own?.avatarUrl} size={36} />
      <div className="affix">
        <textarea
          className="input feed-grow"
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
        <IconButton
          type="submit"
          label="Send comment"
          icon={<Send className="i" aria-hidden="true" />}
          aria-disabled={!ready || undefined}
        />
      </div>
    </form>
  )
}
