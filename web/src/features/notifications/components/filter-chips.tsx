import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Filter } from '../../../data/notifications/list-query.ts'
import { unreadQuery } from '../../../data/notifications/unread-query.ts'
import * as styles from '../filter-chips.module.css'

const FILTERS: readonly { filter: Filter; title: string }[] = [
  { filter: 'all', title: 'All' },
  { filter: 'unread', title: 'Unread' },
  { filter: 'games', title: 'Games' },
  { filter: 'people', title: 'People' },
  { filter: 'rewards', title: 'Prizes and points' },
]

/** The chosen filter of the page, kept in the address so that it survives Back and a reload. */
export function useFilter(): [filter: Filter, choose: (filter: Filter) => void] {
  const [params, setParams] = useSearchParams()
  const shown = params.get('show')
  const filter = FILTERS.find((each) => each.filter === shown)?.filter ?? 'all'
  return [
    filter,
    (next) => setParams(next === 'all' ? {} : { show: next }, { replace: true, preventScrollReset: true }),
  ]
}

/** Chooses which notifications are listed. */
export function FilterChips() {
  const [filter, choose] = useFilter()
  const { data: unread = 0 } = useQuery(unreadQuery())
  return (
    <fieldset className={styles.chips} aria-label="Show">
      {FILTERS.map((each) => (
        <button
          key={each.filter}
          type="button"
          className={styles.chip}
          aria-pressed={each.filter === filter}
          onClick={() => choose(each.filter)}
        >
          {each.title}
          {each.filter === 'unread' && unread > 0 && <b>{unread < 20 ? unread : '20+'}</b>}
        </button>
      ))}
    </fieldset>
  )
}
