import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NETWORK_PAGE_SIZE } from '../../../../../contract/src/limits.ts'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { connectionsQuery } from '../../../data/network/connections-query.ts'
import { type FoundMember, membersQuery } from '../../../data/network/members-query.ts'
import type { MembersSearch } from '../../../data/network/members-search.ts'
import { connectRefusal } from '../../../data/network/refusal.ts'
import { requestsQuery } from '../../../data/network/requests-query.ts'
import * as styles from '../network.module.css'
import { useConnect } from '../use-connect.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { MemberCard } from './member-card.tsx'
import { MemberPager } from './member-pager.tsx'
import { MembersSkeleton } from './members-skeleton.tsx'

export interface MemberListProps {
  userId: string
  search: MembersSearch
  onPage: (page: number, replace?: boolean) => void
  onClear: () => void
}

/** The members found by a search, a page at a time. */
export function MemberList({ userId, search, onPage, onClear }: MemberListProps) {
  const found = useQuery(membersQuery(userId, search))
  const connections = useQuery(connectionsQuery(userId))
  const requests = useQuery(requestsQuery(userId))
  const { ask, failure: unasked, dismiss } = useConnect(userId)
  const [gifted, setGifted] = useState<FoundMember>()

  const total = found.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / NETWORK_PAGE_SIZE))
  const beyond = found.isSuccess && !found.isPlaceholderData && search.page > lastPage
  useEffect(() => {
    // An old address may name a page that no longer exists: show the last page.
    if (beyond) onPage(lastPage, true)
  }, [beyond, lastPage, onPage])

  // Loaded data stays visible when a refetch fails.
  const failed = [found, connections, requests].find((query) => query.isError && !query.data)
  const retry = () => {
    for (const query of [found, connections, requests]) if (query.isError) void query.refetch()
  }
  if (failed && failed !== requests) return <LoadFailure action="loadMembers" error={failed.error} onRetry={retry} />
  if (!found.data || !connections.data || beyond) return <MembersSkeleton />
  return (
    <>
      {failed?.error && (
        <ErrorBanner className={styles.failure} action="loadMembers" error={failed.error} onRetry={retry} />
      )}
      {unasked !== undefined && (
        <RefusalBanner
          className={styles.failure}
          action="sendConnectionRequest"
          error={unasked}
          reason={connectRefusal(unasked)}
          onDismiss={dismiss}
        />
      )}
      <p className="visually-hidden" role="status">
        {found.isPlaceholderData ? '' : `${total} found`}
      </p>
      {total === 0 ? (
        <div className="card">
          <Empty
            icon={<FloatDrawing />}
            title="No members found matching your search."
            text={search.text ? 'Check the spelling, or try the area they fish.' : undefined}
            action={
              search.text ? (
                <Button variant="line" onClick={onClear}>
                  Clear search
                </Button>
              ) : undefined
            }
          />
        </div>
      ) : (
        <>
          <ul className={styles.members} aria-busy={found.isPlaceholderData}>
            {found.data.members.map((member) => (
              <RowBoundary key={member.id} of={member} as="li">
                <MemberCard
                  member={member}
                  standing={connections.data[member.id]}
                  onConnect={() => ask(member.id)}
                  onGift={() => setGifted(member)}
                />
              </RowBoundary>
            ))}
          </ul>
          <MemberPager page={search.page} total={total} onPage={onPage} />
        </>
      )}
      <GiftDialog userId={userId} member={gifted} onClose={() => setGifted(undefined)} />
    </>
  )
}
