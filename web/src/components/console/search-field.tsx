import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { TextInput } from '../ui/text-input.tsx'
import * as styles from './search-field.module.css'

/** Pause in the typing before the search runs, in milliseconds. */
const REST_MS = 250

export interface SearchFieldProps {
  label: string
  /** The current search text. */
  value: string
  /** Called with the trimmed text: after a pause in the typing, at once on Enter and Clear. */
  onChange: (text: string) => void
  placeholder?: string
  className?: string
}

/** Searches while the admin types. */
export function SearchField({ label, value, onChange, placeholder = label, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The pause may end several renders later: an older callback would restore an address from before a newer choice.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    // The address changed without typing (Back, a link): the field follows.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (text: string) => {
    clearTimeout(timer.current)
    const trimmed = text.trim()
    if (trimmed === sent.current) return
    sent.current = trimmed
    latest.current(trimmed)
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(text), REST_MS)
  }

  return (
    <search className={joinClasses(styles.search, className)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <TextInput
          ref={input}
          type="search"
          lead={<Search className="icon" aria-hidden="true" />}
          aria-label={label}
          placeholder={placeholder}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        {typed && (
          <IconButton
            className={styles.clear}
            label="Clear search"
            icon={<X className="icon" aria-hidden="true" />}
            onClick={() => {
              setTyped('')
              search('')
              input.current?.focus()
            }}
          />
        )}
      </form>
    </search>
  )
}
