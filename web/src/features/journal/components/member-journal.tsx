import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { Empty } from '../../../components/feedback/empty.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { memberPath } from '../../../components/member/member-path.ts'
import { BackLink } from '../../../components/single/back-link.tsx'
import { NotFound } from '../../../components/single/not-found.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RodsDrawing } from '../../../components/ui/rods-drawing.tsx'
import { memberPageQuery } from '../../../data/network/member-page-query.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import { useJournal } from '../use-journal.ts'
import { BestPanel } from './best-panel.tsx'
import { CatchList } from './catch-list.tsx'
import { JournalSkeleton } from './journal-skeleton.tsx'
import { Bests, Totals } from './totals.tsx'

/** Another member's journal: the catches that the viewer may see, and sums of these only. */
export function MemberJournal({ userId, name }: { userId: string; name: string }) {
  const { data: member, isPending, error, refetch } = useQuery(memberPageQuery(name))
  if (isPending)
    return (
      <Page title="Journal">
        <JournalSkeleton />
      </Page>
    )
  if (member === undefined)
    return (
      <Page title="Journal">
        <LoadFailure action={journalFailureText.loadJournal} error={error} onRetry={() => void refetch()} />
      </Page>
    )
  if (member === null) return <NotFound />
  if (member.id === userId) return <Navigate to="/journal" replace />
  const path = memberPath(member.username)
  // A former name, or another spelling, redirects to the current name.
  if (member.username !== name && path) return <Navigate to={`${path}/journal`} replace />
  return (
    <Page
      title={`Journal of ${member.username}`}
      heading={
        <>
          Journal of <bdi>{member.username}</bdi>
        </>
      }
      lead={path && <BackLink to={path}>Their page</BackLink>}
    >
      <Shown memberId={member.id} userId={userId} />
    </Page>
  )
}

function Shown({ memberId, userId }: { memberId: string; userId: string }) {
  const { isPending, error, summary, unit, retry } = useJournal(memberId, userId)
  if (isPending) return <JournalSkeleton />
  if (!summary) return <LoadFailure action={journalFailureText.loadJournal} error={error} onRetry={retry} />
  if (summary.catch_count === 0)
    return (
      <Card>
        <Empty icon={<RodsDrawing />} titleAs="h2" title="No catches to show." />
      </Card>
    )
  return (
    <div className="two-columns">
      <div className="stack-5">
        <BestPanel steps={summary.steps} unit={unit} memberId={memberId} count={summary.catch_count} />
        <CatchList
          memberId={memberId}
          userId={userId}
          unit={unit}
          count={summary.catch_count}
          heaviestId={summary.steps.at(-1)?.id}
        />
      </div>
      <div className="stack-5">
        <Totals summary={summary} unit={unit} />
        <Bests summary={summary} unit={unit} />
      </div>
    </div>
  )
}
