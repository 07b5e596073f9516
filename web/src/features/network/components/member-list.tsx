import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { NETWORK_PAGE_SIZE } from '../../../../../contract/src/limits.ts'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { FloatDrawing } from '../../../components/ui/drawings.tsx'
import { useConnectMutation } from '../../../data/network/connect-mutation.ts'
import { connectionsQuery } from '../../../data/network/connections-query.ts'
import { type FoundMember, membersQuery } from '../../../data/network/members-query.ts'
import type { MembersSearch } from '../../../data/network/members-search.ts'
import { requestsQuery } from '../../../data/network/requests-query.ts'
import { GiftDialog } from './gift-dialog.tsx'
import { MemberCard } from './member-card.tsx'
import { MemberPager } from './member-pager.tsx'
import { MembersSkeleton } from './members-skeleton.tsx'

const PhotoLightbox = lazy(() => import('../../../components/ui/photo-lightbox.tsx'))

export interface MemberListProps {
  userId: string
  search: MembersSearch
  onPage: (page: number, replace?: boolean) => void
}

/** The members that a search finds, a page at a time. */
export function MemberList({ userId, search, onPage }: MemberListProps) {
  const found = useQuery(membersQuery(userId, search))
  const connections = useQuery(connectionsQuery(userId))
  const requests = useQuery(requestsQuery(userId))
  const connect = useConnectMutation(userId)
  const asking = useRef(new Set<string>())
  const [unasked, setUnasked] = useState<unknown>()
  const [gifted, setGifted] = useState<FoundMember>()
  const [photo, setPhoto] = useState<{ member: FoundMember; index: number }>()

  const total = found.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / NETWORK_PAGE_SIZE))
  const beyond = found.isSuccess && !found.isPlaceholderData && search.page > lastPage
  useEffect(() => {
    // An address from a time with more members: the last page there is.
    if (beyond) onPage(lastPage, true)
  }, [beyond, lastPage, onPage])

  const ask = (memberId: string) => {
    if (asking.current.has(memberId)) return
    asking.current.add(memberId)
    setUnasked(undefined)
    // The state of the mutation is that of the last request only, and several may be on their way.
    connect
      .mutateAsync(memberId)
      .catch(setUnasked)
      .finally(() => asking.current.delete(memberId))
  }

  // What was loaded before stays in sight when a refresh of it fails.
  const failed = [found, connections, requests].find((query) => query.isError && !query.data)
  const failure = failed?.error && (
    <ErrorBanner
      className="network-failure"
      action="loadMembers"
      error={failed.error}
      onRetry={() => {
        for (const query of [found, connections, requests]) if (query.isError) void query.refetch()
      }}
    />
  )
  if (failed && failed !== requests) return failure
  if (!found.data || !connections.data || beyond) return <MembersSkeleton />
  return (
    <>
      {failure}
      {unasked !== undefined && (
        <ErrorBanner
          className="network-failure"
          action="sendConnectionRequest"
          error={unasked}
          onDismiss={() => setUnasked(undefined)}
        />
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
                onConnect={() => ask(member.id)}
                onGift={() => setGifted(member)}
                onPhoto={(index) => setPhoto({ member, index })}
              />
            ))}
          </ul>
          <MemberPager page={search.page} total={total} onPage={onPage} />
        </>
      )}
      <GiftDialog userId={userId} member={gifted} onClose={() => setGifted(undefined)} />
      {photo && (
        <Suspense>
          <PhotoLightbox {...photo} photos={photo.member.fishing_photos} onClose={() => setPhoto(undefined)} />
        </Suspense>
      )}
    </>
  )
}
