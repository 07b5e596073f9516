import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { MemberSort } from '../../../data/network/members-search.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import * as styles from '../network.module.css'

/** Pause in the typing before the search runs, in milliseconds. */
const REST_MS = 300

const SORTS: { value: MemberSort; label: string }[] = [
  { value: 'points', label: 'Most Points' },
  { value: 'joined', label: 'Recently Joined' },
  { value: 'active', label: 'Most Active' },
]

export interface SearchBarProps {
  text: string
  sort: MemberSort
  onText: (text: string) => void
  onSort: (sort: MemberSort) => void
}

/** Search field and order. Typing searches after a pause, Enter at once. */
export function SearchBar({ text, sort, onText, onSort }: SearchBarProps) {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const form = useRef<HTMLFormElement>(null)
  const wide = useWide()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    // The address changed without typing (Back, Forward): the field follows.
    if (text === sent.current) return
    sent.current = text
    setTyped(text)
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (value: string) => {
    clearTimeout(timer.current)
    sent.current = value.trim()
    onText(value.trim())
    // On a phone the results would be below the window, or behind the on-screen keyboard.
    if (value.trim() !== '' && !wide) form.current?.scrollIntoView({ block: 'start' })
  }
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(value), REST_MS)
  }

  return (
    <search>
      <form
        ref={form}
        className={styles.toolbar}
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <TextInput
          type="search"
          lead={<Search className="icon" aria-hidden="true" />}
          aria-label="Search members"
          placeholder="Search members"
          maxLength={100}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        <Segmented label="Sort" role="radiogroup" options={SORTS} value={sort} onChange={onSort} />
      </form>
    </search>
  )
}
