import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { ClaimedRow } from '../../../components/prize/claimed-row.tsx'
import { UnclaimedRow } from '../../../components/prize/unclaimed-row.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { wonPrizesQuery } from '../../../data/prizes/won-query.ts'
import { useNow } from '../../../hooks/use-now.ts'

export interface WonPageProps {
  userId: string
  /** From 1. */
  page: number
  onPage: (page: number) => void
}

/** All prizes that the member has won, the latest first, with their status. */
export function WonPage({ userId, page, onPage }: WonPageProps) {
  const won = useQuery(wonPrizesQuery(userId, page))
  const open = won.data?.prizes.filter(({ claim }) => claim === undefined) ?? []
  const now = useNow(...open.map(({ claimDeadline }) => claimDeadline))
  if (won.isPending)
    return (
      <SkeletonGroup label="Loading prizes">
        <Card pad>
          <Skeleton height={88} />
          <Skeleton height={88} />
        </Card>
      </SkeletonGroup>
    )
  const failure = won.isError && (
    <ErrorBanner action="loadPrizeDetails" error={won.error} onRetry={() => void won.refetch()} />
  )
  if (!won.data) return failure
  const { prizes, pages } = won.data
  return (
    <>
      {failure}
      {prizes.length === 0 ? (
        <Card>
          <Empty
            icon={<FloatDrawing />}
            title="You have not won a prize yet."
            text="Prizes that you win are listed here with their claim and delivery status."
          />
        </Card>
      ) : (
        <Card pad>
          <ul className="divide" aria-label="Your prizes" aria-busy={won.isPlaceholderData}>
            {prizes.map(({ id, prize, claim, claimDeadline }) =>
              claim ? (
                <ClaimedRow key={id} heading="h2" id={id} prize={prize} claim={claim} />
              ) : (
                <UnclaimedRow
                  key={id}
                  id={id}
                  heading="h2"
                  prize={prize}
                  claimDeadline={claimDeadline}
                  now={now}
                  first={id === open[0]?.id}
                />
              ),
            )}
          </ul>
        </Card>
      )}
      <Pager page={Math.min(page, pages)} pages={pages} onPage={onPage} label="Pages of prizes" />
    </>
  )
}
