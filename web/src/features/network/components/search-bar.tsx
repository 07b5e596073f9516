import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import type { MemberSort } from '../../../data/network/members-search.ts'

/** How long the member must rest before the search runs, in milliseconds. */
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

/** Search field and order. Typing searches after a rest, Enter at once. */
export function SearchBar({ text, sort, onText, onSort }: SearchBarProps) {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    // The address changed by itself (back, forward): the field follows.
    if (text === sent.current) return
    sent.current = text
    setTyped(text)
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (value: string) => {
    clearTimeout(timer.current)
    sent.current = value.trim()
    onText(value.trim())
  }
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(value), REST_MS)
  }

  return (
    <search>
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <TextInput
          type="search"
          lead={<Search className="i" aria-hidden="true" />}
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
