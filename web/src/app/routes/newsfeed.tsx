import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import SearchIcon from 'lucide-react/icons/search'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { late } from '../../components/ui/late.tsx'
import { RowBoundary } from '../../components/ui/row-boundary.tsx'
import { cardsQuery } from '../../data/cards/cards-query.ts'
import { feedQuery } from '../../data/newsfeed/feed-query.ts'
import { standingQuery } from '../../data/newsfeed/standing-query.ts'
import { InfoCardSlot } from '../../features/info-cards/components/info-card-slot.tsx'
import { NewsfeedPage } from '../../features/newsfeed/components/newsfeed-page.tsx'
import { FeedSkeleton } from '../../features/newsfeed/components/post-skeleton.tsx'
import * as styles from '../../features/newsfeed/feed.module.css'
import { useUserId } from '../../hooks/use-session.ts'
import { useWide } from '../../hooks/use-wide.ts'

// A phone never loads it, and a laptop loads it after the posts.
const Rail = late(() => import('../../features/club-rail/components/rail.tsx'))

export function prepare(queries: QueryClient, userId: string | undefined): void {
  if (userId === undefined) return
  void queries.prefetchQuery(cardsQuery('newsfeed'))
  void queries.prefetchQuery(standingQuery(userId))
  void queries.prefetchInfiniteQuery(feedQuery())
}

/** `/newsfeed`. The info cards follow the first posts on phones; on laptops they end the rail beside the feed. */
export function Component() {
  const userId = useUserId()
  const wide = useWide()
  const { isPending } = useInfiniteQuery({ ...feedQuery(), enabled: false })
  const cards = (
    <RowBoundary of={null}>
      <InfoCardSlot placement="newsfeed" heading="Info cards" />
    </RowBoundary>
  )
  return (
    <Page title="News" bare className={`page ${styles.page}`}>
      <h1 className="visually-hidden" tabIndex={-1}>
        News
      </h1>
      <div className={styles.columns}>
        <div className={styles.feed}>
          <Link to="/search" className={`input ${styles.search}`}>
            <SearchIcon className="icon" aria-hidden="true" />
            Search posts and members
          </Link>
          {userId === undefined ? <FeedSkeleton /> : <NewsfeedPage userId={userId} cards={wide ? undefined : cards} />}
        </div>
        {wide && (
          <aside className={styles.rail} aria-label="At the club now">
            <Suspense>{userId !== undefined && !isPending && <Rail userId={userId}>{cards}</Rail>}</Suspense>
          </aside>
        )}
      </div>
    </Page>
  )
}
