import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { TextInput } from '../ui/text-input.tsx'

/** How long the typing must rest before the search runs, in milliseconds. */
const REST_MS = 250

export interface SearchFieldProps {
  label: string
  /** What is searched for now. */
  value: string
  /** Called with the trimmed text: after a rest while typing, at once on Enter and Clear. */
  onChange: (text: string) => void
  placeholder?: string
}

/** Searches while the admin types. */
export function SearchField({ label, value, onChange, placeholder = label }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The rest may end renders later: an older callback would put back an address from before what was chosen meanwhile.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })

  useEffect(() => {
    // The address changed by itself (back, a link): the field follows.
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
    <search className="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <TextInput
          ref={input}
          type="search"
          lead={<Search className="i" aria-hidden="true" />}
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
            className="search-clear"
            label="Clear search"
            icon={<X className="i" aria-hidden="true" />}
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
