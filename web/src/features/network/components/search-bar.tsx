import { useRef } from 'react'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import type { MemberSort } from '../../../data/network/members-search.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import * as styles from '../network.module.css'

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

/** Search field and order. */
export function SearchBar({ text, sort, onText, onSort }: SearchBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const wide = useWide()
  const search = (value: string) => {
    onText(value)
    // On a phone the results would be below the window, or behind the on-screen keyboard.
    if (value !== '' && !wide) bar.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={bar} className={styles.toolbar}>
      <SearchField label="Search members" value={text} onChange={search} />
      <Segmented label="Sort" role="radiogroup" options={SORTS} value={sort} onChange={onSort} />
    </div>
  )
}
