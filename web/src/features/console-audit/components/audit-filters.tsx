import * as styles from '../../../components/console/filter-chip.module.css'
import { FilterChip } from '../../../components/console/filter-chip.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { OPERATOR } from '../../../data/audit/audit-entry.ts'
import { ACTION_GROUPS } from '../actions.ts'
import type { Choice } from '../use-chosen.ts'

export interface AuditFiltersProps {
  search: string
  onSearch: (text: string) => void
  /** `all`, a section or an action. */
  filter: string
  onFilter: (filter: string) => void
  actors: readonly { id: string; username: string }[]
  actor: string | undefined
  /** The first and the last day, `2026-11-21`. */
  from: string | undefined
  to: string | undefined
  onChoose: (name: Choice, value: string | undefined) => void
}

/** Search, and chips for action, admin, first and last day. */
export function AuditFilters(props: AuditFiltersProps) {
  const { search, onSearch, filter, onFilter, actors, actor, from, to, onChoose } = props
  // A former admin can still be filtered by, through the address.
  const isUnlisted = actor !== undefined && actor !== OPERATOR && !actors.some(({ id }) => id === actor)
  return (
    <div className={styles.filters}>
      <SearchField
        label="Search admins, actions and subjects"
        value={search}
        onChange={onSearch}
        className={styles.search}
      />
      <FilterChip name="Action" isSet={filter !== 'all'} onClear={() => onFilter('all')}>
        <select aria-label="Action" value={filter} onChange={(event) => onFilter(event.currentTarget.value)}>
          <option value="all">Action</option>
          {ACTION_GROUPS.map(({ group, label, actions }) => (
            <optgroup key={group} label={label}>
              {Object.keys(actions).length > 1 && <option value={`any-${group}`}>{label}: all</option>}
              {Object.entries(actions).map(([action, name]) => (
                <option key={action} value={action}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </FilterChip>
      <FilterChip name="Team" isSet={actor !== undefined} onClear={() => onChoose('actor', undefined)}>
        <select
          aria-label="Team"
          value={actor ?? ''}
          onChange={(event) => onChoose('actor', event.currentTarget.value || undefined)}
        >
          <option value="">Team</option>
          {actors.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
          {isUnlisted && <option value={actor}>A former admin</option>}
          <option value={OPERATOR}>The operator</option>
        </select>
      </FilterChip>
      <Day label="From" day={from} max={to} onDay={(day) => onChoose('from', day)} />
      <Day label="To" day={to} min={from} onDay={(day) => onChoose('to', day)} />
    </div>
  )
}

interface DayProps {
  label: string
  day: string | undefined
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string | undefined) => void
}

function Day({ label, day, min, max, onDay }: DayProps) {
  return (
    <FilterChip name={label} isSet={day !== undefined} onClear={() => onDay(undefined)}>
      <label>
        {label}
        <input
          type="date"
          value={day ?? ''}
          min={min ?? '2000-01-01'}
          max={max ?? '2199-12-31'}
          onChange={(event) => onDay(event.currentTarget.value || undefined)}
        />
      </label>
    </FilterChip>
  )
}
