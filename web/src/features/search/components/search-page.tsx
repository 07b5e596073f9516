import { useInfiniteQuery } from '@tanstack/react-query'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { SEARCH_MIN, searchQuery } from '../../../data/search/search-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../search.module.css'
import { HitRow } from './hit-row.tsx'

export interface SearchPageProps {
  text: string
  onText: (text: string) => void
}

/** One field for posts, comments and members; the search is kept in the address. */
export function SearchPage({ text, onText }: SearchPageProps) {
  const found = useInfiniteQuery(searchQuery(text))
  const now = useNow()
  const hits = text.length >= SEARCH_MIN ? found.data?.pages.flat() : undefined
  const members = hits?.filter(({ kind }) => kind === 'member') ?? []
  const texts = hits?.filter(({ kind }) => kind !== 'member') ?? []
  return (
    <div className={styles.page}>
      <SearchField label="Search posts and members" first value={text} onChange={onText} />
      <p className="visually-hidden" role="status">
        {hits && !found.isPlaceholderData && resultText(members.length, texts.length, found.hasNextPage)}
      </p>
      {text.length < SEARCH_MIN && (
        <Card>
          <Empty
            icon={<FloatDrawing />}
            title="What are you after?"
            text="A rig, a water, a bait, or the name of a member."
          />
        </Card>
      )}
      {text.length >= SEARCH_MIN && found.isPending && (
        <SkeletonGroup label="Searching">
          <Card>
            <div className={styles.title}>
              <Skeleton width={96} height="1lh" />
            </div>
            <ul>
              {[0, 1, 2].map((row) => (
                <li key={row} className={styles.entry}>
                  <Skeleton width={44} height={44} circle />
                  <span className={styles.lines}>
                    <Skeleton width="40%" />
                    <Skeleton width="80%" />
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        </SkeletonGroup>
      )}
      {found.isError && !hits && (
        <LoadFailure action="loadData" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {hits?.length === 0 && (
        <Card>
          <Empty icon={<FloatDrawing />} title="Nothing found" text="Check the spelling, or use fewer words." />
        </Card>
      )}
      {[
        { title: 'Members', items: members },
        { title: 'Posts and comments', items: texts },
      ].map(
        ({ title, items }) =>
          items.length > 0 && (
            <Card
              as="section"
              key={title}
              aria-label={title}
              className={found.isPlaceholderData ? styles.former : undefined}
            >
              <h2 className={styles.title}>{title}</h2>
              <ul>
                {items.map((hit) => (
                  <HitRow key={hit.id} hit={hit} now={now} />
                ))}
              </ul>
            </Card>
          ),
      )}
      {hits && found.isFetchNextPageError && <ErrorBanner action="loadData" error={found.error} />}
      {hits && found.hasNextPage && !found.isPlaceholderData && (
        <Button variant="line" block busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show older results
        </Button>
      )}
    </div>
  )
}

/** What a screen reader says. The number of all results is not known while there are older ones. */
function resultText(members: number, texts: number, hasMore: boolean): string {
  if (hasMore)
    return `${members > 0 ? `${formatCount(members, 'member')} and the` : 'The'} newest ${texts} posts and comments`
  return members + texts === 0 ? 'Nothing found' : formatCount(members + texts, 'result')
}
