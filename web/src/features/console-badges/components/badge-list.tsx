import type { UseQueryResult } from '@tanstack/react-query'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import type { Badge } from '../../../data/badges/console-badges-query.ts'
import * as styles from '../badges.module.css'
import { BadgeRow } from './badge-row.tsx'

export interface BadgeListProps {
  badges: UseQueryResult<Badge[]>
  /** ID of the badge whose panel is open. */
  openId: string | undefined
  text: string
  onSearch: (text: string) => void
  onCreate: () => void
  onAward: (badge: Badge) => void
  onEdit: (badge: Badge) => void
  onDelete: (badge: Badge) => void
}

/** All badges by name, or those with a text in their name or description. */
export function BadgeList({ badges, openId, text, onSearch, onCreate, ...actions }: BadgeListProps) {
  const searched = text.toLocaleLowerCase('en')
  const found = badges.data?.filter(({ name, description }) =>
    `${name}\n${description}`.toLocaleLowerCase('en').includes(searched),
  )
  return (
    <section aria-label="All badges">
      <div className={styles.search}>
        <SearchField label="Search badges" value={text} onChange={onSearch} />
      </div>
      {badges.isError && <ErrorBanner action="loadData" error={badges.error} onRetry={() => void badges.refetch()} />}
      {badges.isPending && (
        <SkeletonGroup label="Loading badges">
          <Skeleton height={180} />
        </SkeletonGroup>
      )}
      {found?.length === 0 && (
        <div className="card">
          {text === '' ? (
            <Empty
              title="No badges yet"
              action={
                <Button size="sm" onClick={onCreate}>
                  Create the first badge
                </Button>
              }
            />
          ) : (
            <Empty
              title="No badges found matching your search."
              action={
                <Button variant="line" size="sm" onClick={() => onSearch('')}>
                  Clear search
                </Button>
              }
            />
          )}
        </div>
      )}
      {found && found.length > 0 && (
        <ul className={`card divide ${styles.list}`}>
          {found.map((badge) => (
            <BadgeRow
              key={badge.id}
              badge={badge}
              open={badge.id === openId}
              onAward={() => actions.onAward(badge)}
              onEdit={() => actions.onEdit(badge)}
              onDelete={() => actions.onDelete(badge)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
