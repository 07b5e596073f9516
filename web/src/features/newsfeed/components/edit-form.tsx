import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { hasWords } from '../has-words.ts'

export interface EditFormProps {
  /** Name of the field, e.g. `Edit post`. */
  label: string
  text: string
  max: number
  busy: boolean
  onSave: (text: string) => void
  onCancel: () => void
}

/** Changes a text in its place. Escape gives up, Ctrl+Enter saves. */
export function EditForm({ label, text: initial, max, busy, onSave, onCancel }: EditFormProps) {
  const [text, setText] = useState(initial)
  const field = useRef<HTMLTextAreaElement>(null)
  const valid = hasWords(text)

  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])

  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy || !valid) return
    if (text.trim() === initial) onCancel()
    else onSave(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !busy) onCancel()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }

  return (
    <form className="feed-edit" onSubmit={save}>
      <TextArea
        ref={field}
        className="feed-grow"
        aria-label={label}
        rows={2}
        maxLength={max}
        dir="auto"
        value={text}
        readOnly={busy}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="ghost" size="sm" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm" busy={busy} disabled={!valid}>
          Save
        </Button>
      </div>
    </form>
  )
}
