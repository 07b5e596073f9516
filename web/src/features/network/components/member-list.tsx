import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { NETWORK_PAGE_SIZE } from '../../../../../contract/src/limits.ts'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { FloatDrawing } from '../../../components/ui/drawings.tsx'
import { useConnectMutation } from '../../../data/network/connect-mutation.ts'
import { connectionsQuery } from '../../../data/network/connections-query.ts'
import { type FoundMember, membersQuery } from '../../../data/network/members-query.ts'
import type { MembersSearch } from '../../../data/network/members-search.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { MemberCard } from './member-card.tsx'
import { MembersSkeleton } from './members-skeleton.tsx'
import { Pager } from './pager.tsx'

const PhotoLightbox = lazy(() => import('./photo-lightbox.tsx'))

export interface MemberListProps {
  userId: string
  search: MembersSearch
  onPage: (page: number, replace?: boolean) => void
}

/** The members that a search finds, a page at a time. */
export function MemberList({ userId, search, onPage }: MemberListProps) {
  const found = useQuery(membersQuery(userId, search))
  const connections = useQuery(connectionsQuery(userId))
  const connect = useConnectMutation(userId)
  const [gifted, setGifted] = useState<FoundMember>()
  const [photo, setPhoto] = useState<{ member: FoundMember; index: number }>()

  const total = found.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / NETWORK_PAGE_SIZE))
  const beyond = found.isSuccess && !found.isPlaceholderData && search.page > lastPage
  useEffect(() => {
    // An address from a time with more members: the last page there is.
    if (beyond) onPage(lastPage, true)
  }, [beyond, lastPage, onPage])

  const failed = [found, connections].find((query) => query.isError && (query === found || !query.data))
  if (failed?.error)
    return (
      <ErrorBanner
        action="loadMembers"
        error={failed.error}
        onRetry={() => {
          if (found.isError) void found.refetch()
          if (connections.isError) void connections.refetch()
        }}
      />
    )
  if (!found.data || !connections.data || beyond) return <MembersSkeleton />
  return (
    <>
      {connect.isError && (
        <ErrorBanner action="sendConnectionRequest" error={connect.error} onDismiss={connect.reset} />
      )}
      <p className="vh" role="status">
        {found.isPlaceholderData ? '' : `${total} found`}
      </p>
      {total === 0 ? (
        <div className="card">
          <Empty icon={<FloatDrawing />} title="No members found matching your search." />
        </div>
      ) : (
        <>
          <ul className="members" aria-busy={found.isPlaceholderData}>
            {found.data.members.map((member) => (
              <MemberCard
                key={member.id}
                member={member}
                standing={connections.data[member.id]}
                onConnect={() => connect.mutate(member.id)}
                onGift={() => setGifted(member)}
                onPhoto={(index) => setPhoto({ member, index })}
              />
            ))}
          </ul>
          <Pager page={search.page} total={total} onPage={onPage} />
        </>
      )}
      <GiftDialog userId={userId} member={gifted} onClose={() => setGifted(undefined)} />
      {photo && (
        <Suspense>
          <PhotoLightbox {...photo} onClose={() => setPhoto(undefined)} />
        </Suspense>
      )}
    </>
  )
}
