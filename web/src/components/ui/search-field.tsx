import { useEffect, useRef, useState } from 'react'
import { REST_MS } from '../../hooks/use-rested.ts'
import { SearchInput } from './search-input.tsx'

export interface SearchFieldProps {
  label: string
  /** The current search text. */
  value: string
  /** Called with the trimmed text: after a pause in the typing, at once on Enter and Clear. */
  onChange: (text: string) => void
  placeholder?: string
  /** Takes the focus when the page opens by a link that asks for it. */
  first?: boolean
  className?: string | undefined
}

/** Searches while somebody types. */
export function SearchField({ label, value, onChange, placeholder = label, first, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
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
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <SearchInput
          label={label}
          placeholder={placeholder}
          data-first={first}
          value={typed}
          onType={type}
          onClear={() => {
            setTyped('')
            search('')
          }}
        />
      </form>
    </search>
  )
}
