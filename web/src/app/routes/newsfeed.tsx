import { type QueryClient, usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Page } from '../../components/layout/page.tsx'
import { cardsQuery } from '../../data/cards/cards-query.ts'
import { feedQuery } from '../../data/newsfeed/feed-query.ts'
import { standingQuery } from '../../data/newsfeed/standing-query.ts'
import { InfoCardSlot } from '../../features/info-cards/components/info-card-slot.tsx'
import { NewsfeedPage } from '../../features/newsfeed/components/newsfeed-page.tsx'
import { PostSkeleton } from '../../features/newsfeed/components/post-skeleton.tsx'
import { useUserId } from '../../hooks/use-session.ts'

export function prepare(queries: QueryClient, userId: string | undefined): void {
  if (userId === undefined) return
  void queries.prefetchQuery(cardsQuery('newsfeed'))
  void queries.prefetchQuery(standingQuery(userId))
  void queries.prefetchInfiniteQuery(feedQuery())
}

/** `/newsfeed`. The cards stand above the feed on phones and beside it on laptops. */
export function Component() {
  const userId = useUserId()
  return (
    <Page title="News" bare className="page feed-page">
      <h1 className="vh" tabIndex={-1}>
        News
      </h1>
      <div className="feed-grid">
        <div className="feed">
          <InfoCardSlot placement="newsfeed" heading="Info cards" className="only-phone" priority />
          {userId === undefined ? <PostSkeleton /> : <BelowCards userId={userId} />}
        </div>
        <aside className="rail only-wide" aria-label="Beside the feed">
          <InfoCardSlot placement="newsfeed" heading="Info cards" />
        </aside>
      </div>
    </Page>
  )
}

// On phones the cards stand first: nothing below them is shown before their height is known, but all is under way.
function BelowCards({ userId }: { userId: string }) {
  usePrefetchQuery(standingQuery(userId))
  usePrefetchInfiniteQuery(feedQuery())
  const cards = useQuery(cardsQuery('newsfeed'))
  return cards.isPending ? <PostSkeleton /> : <NewsfeedPage userId={userId} />
}
