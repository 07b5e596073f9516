import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { memberPath } from '../../../components/member/member-path.ts'
import type { Muting } from '../../../components/options/options-list.tsx'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { BackLink } from '../../../components/single/back-link.tsx'
import { NotFound } from '../../../components/single/not-found.tsx'
import { TakenDown } from '../../../components/single/taken-down.tsx'
import { type MemberOnPage, memberPageQuery } from '../../../data/network/member-page-query.ts'
import { useMemberPageRealtime } from '../../../data/network/realtime.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import * as styles from '../member-page.module.css'
import { BlockedMember } from './blocked-member.tsx'
import { MemberBadges } from './member-badges.tsx'
import { type CatchSums, MemberHead } from './member-head.tsx'
import { MemberPhotos } from './member-photos.tsx'
import { MemberPosts } from './member-posts.tsx'
import { MemberSkeleton } from './member-skeleton.tsx'

export interface MemberPageProps {
  userId: string
  name: string
  /** Gives the member's menu what mutes them. */
  withMuting: (memberId: string, menu: (muting: Muting | undefined) => ReactNode) => ReactNode
  /** Gives the member's figures what is known of their catches. */
  withSums: (memberId: string, figures: (sums: CatchSums) => ReactNode) => ReactNode
  /** The member's catches, from another feature, above the rest of their column. */
  withCatches: (member: MemberOnPage, rest: ReactNode) => ReactNode
}

/** A member at their own address: what members see of one another. */
export function MemberPage({ userId, name, withMuting, withSums, withCatches }: MemberPageProps) {
  const found = useQuery(memberPageQuery(name))
  const member = found.data
  useMemberPageRealtime(name)
  useReadHere(member ? `/members/${member.username}` : undefined)
  // If this page never showed the member, the address is unknown; if it did, the member has left the club.
  const [wasHere, setWasHere] = useState(false)
  if (member && !wasHere) setWasHere(true)

  const page = (content: ReactNode, title = 'Member') => (
    <Page title={title} bare className="page">
      <div className="cluster between wrap">
        <BackLink to="/network">Network</BackLink>
        {member?.created_at && (
          <ShareButton path={memberPath(member.username) ?? ''} title={member.username} label="Share this page" />
        )}
      </div>
      {/* One for all states, so that it keeps the focus; the name is also on the card. */}
      <h1 className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      {content}
    </Page>
  )
  if (found.isPending) return page(<MemberSkeleton />)
  if (member === undefined)
    return page(<LoadFailure action="loadMembers" error={found.error} onRetry={() => void found.refetch()} />)
  if (member === null)
    return (
      <BlockedMember
        name={name}
        page={page}
        otherwise={
          wasHere ? page(<TakenDown title="This member has left." to="/network" way="Go to Network" />) : <NotFound />
        }
      />
    )
  // A former name, or another spelling, redirects to the current name.
  const to = memberPath(member.username)
  if (member.username !== name && to) return <Navigate to={to} replace />
  const own = member.id === userId
  return page(
    <>
      <MemberHead
        key={member.id}
        member={member}
        userId={userId}
        withMuting={(menu) => withMuting(member.id, menu)}
        withSums={(figures) => withSums(member.id, figures)}
      />
      {!(member.is_suspended && !member.created_at) && (
        <div className={styles.columns}>
          <div className={styles.column}>
            {withCatches(
              member,
              <>
                <MemberPhotos member={member} own={own} />
                <MemberPosts member={member} own={own} />
              </>,
            )}
          </div>
          <MemberBadges member={member} own={own} />
        </div>
      )}
    </>,
    member.username,
  )
}
