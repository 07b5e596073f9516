import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { ShareButton } from '../../../components/share/share-button.tsx'
import { BackLink } from '../../../components/single/back-link.tsx'
import { NotFound } from '../../../components/single/not-found.tsx'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { badgeQuery } from '../../../data/badges/badge-query.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { formatDay } from '../../../lib/format.ts'
import * as styles from '../badge-page.module.css'

/** A badge at its own address: what it is for, when the viewer earned it, and who earned it recently. */
export function BadgePage({ userId, badgeId }: { userId: string; badgeId: string }) {
  const found = useQuery(badgeQuery(userId, badgeId))
  const badge = found.data
  useReadHere(badge ? `/badges/${badgeId}` : undefined)
  const page = (content: ReactNode, title = 'Badge') => (
    <Page title={title} bare className="page">
      <div className={styles.badge}>
        <BackLink to="/profile">Profile</BackLink>
      </div>
      {/* One for all states, so that it keeps the focus; the name is also on the card. */}
      <h1 className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      {content}
    </Page>
  )
  if (badge === null) return <NotFound />
  if (!badge)
    return page(
      found.isError ? (
        <LoadFailure action="loadData" error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <SkeletonGroup label="Loading the badge">
          <Skeleton height={240} />
        </SkeletonGroup>
      ),
    )
  const [own] = badge.own
  return page(
    <div className={styles.badge}>
      <section className={`card padded ${styles.what}`} aria-label="About the badge">
        <BadgeScale icon={badge.icon} color={badge.color} size={96} />
        <p className={styles.title} aria-hidden="true" dir="auto">
          {badge.name}
        </p>
        <p className={styles.text} dir="auto">
          {badge.description}
        </p>
        <p className="muted">
          {own ? `You earned it on ${formatDay(own.awarded_at)}.` : 'You have not earned it yet.'}
        </p>
        <ShareButton path={`/badges/${badgeId}`} title={badge.name} label="Share badge" named />
      </section>
      <section className={`card padded ${styles.latest}`} aria-labelledby="latest">
        <h2 id="latest">Earned recently by</h2>
        {badge.latest.length === 0 ? (
          <p className="muted">No member has it yet.</p>
        ) : (
          <ul>
            {badge.latest.map(({ id, awarded_at, member }) => (
              <li key={id}>
                <MemberAvatar id={member.id} name={member.username} src={member.avatar_url} />
                <span dir="auto" className="grow">
                  <MemberLink username={member.username} />
                </span>
                <span className="small quiet">{formatDay(awarded_at)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>,
    badge.name,
  )
}
