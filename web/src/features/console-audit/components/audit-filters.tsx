import { SearchField } from '../../../components/ui/search-field.tsx'
import { OPERATOR } from '../../../data/audit/audit-entry.ts'
import { ACTION_GROUPS } from '../actions.ts'
import * as styles from '../audit.module.css'

export interface AuditFiltersProps {
  search: string
  onSearch: (text: string) => void
  filter: string
  onFilter: (filter: string) => void
  actor: string | undefined
  actors: readonly { id: string; username: string }[]
  onActor: (actor: string | undefined) => void
}

/** Search, action and actor filters of the audit trail. */
export function AuditFilters(props: AuditFiltersProps) {
  const { search, onSearch, filter, onFilter, actor, actors, onActor } = props
  // A former admin can still be filtered by, through the address.
  const isUnlisted = actor !== undefined && actor !== OPERATOR && !actors.some(({ id }) => id === actor)
  return (
    <div className={styles.filters}>
      <SearchField label="Search names and titles" value={search} onChange={onSearch} className={styles.search} />
      <select
        className="input"
        aria-label="Action"
        value={filter}
        onChange={(event) => onFilter(event.currentTarget.value)}
      >
        <option value="all">All actions</option>
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
      <select
        className="input"
        aria-label="Admin"
        value={actor ?? ''}
        onChange={(event) => onActor(event.currentTarget.value || undefined)}
      >
        <option value="">All admins</option>
        {actors.map(({ id, username }) => (
          <option key={id} value={id}>
            {username}
          </option>
        ))}
        {isUnlisted && <option value={actor}>A former admin</option>}
        <option value={OPERATOR}>The operator</option>
      </select>
    </div>
  )
}
