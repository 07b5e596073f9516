import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useReducer } from 'react'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ownProfileQuery } from '../../../data/profile/own-profile-query.ts'
import { referralHistoryQuery } from '../../../data/referrals/history-query.ts'
import * as styles from '../profile.module.css'
import { useTargetSection } from '../use-target-section.ts'
import { DisplaySection } from './display-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ReferralSection } from './referral-section.tsx'

export interface ProfilePageProps {
  userId: string
  email: string | undefined
  /** Content from another feature about signing in; placed below the password. */
  security?: ReactNode
  /** Content from another feature about the account; placed last. */
  account?: ReactNode
}

/** Left the profile, right the referrals, the password and the display; on phones in that order. */
export function ProfilePage({ userId, email, security, account }: ProfilePageProps) {
  const profile = useQuery(ownProfileQuery(userId))
  const referrals = useQuery(referralHistoryQuery(userId))
  useTargetSection('referral', !profile.isPending && !referrals.isPending)
  useTargetSection('two-step', !profile.isPending && !referrals.isPending)
  const [, writeDatesAgain] = useReducer((count: number) => count + 1, 0)
  return (
    <div className={`two-columns ${styles.profile}`}>
      <OwnProfile userId={userId} />
      <div className="stack-5">
        <ReferralSection userId={userId} />
        {/* Its position depends on the referrals above, so it stays hidden until they have loaded. */}
        <div className="stack-5" style={referrals.isPending ? { visibility: 'hidden' } : undefined}>
          <PasswordSection username={email} />
          {security}
          <DisplaySection onDates={writeDatesAgain} />
          {account}
        </div>
      </div>
    </div>
  )
}

function OwnProfile({ userId }: Pick<ProfilePageProps, 'userId'>) {
  const profile = useQuery(ownProfileQuery(userId))
  if (profile.isPending) return <ProfileSkeleton />
  if (!profile.data) {
    return <LoadFailure action="loadProfile" error={profile.error} onRetry={() => void profile.refetch()} />
  }
  return <ProfileForm key={profile.data.id} profile={profile.data} />
}

function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading profile">
      <Card pad className={styles.formShape}>
        <div className={styles.identity}>
          <Skeleton width={96} height={96} circle />
          <div className="grow">
            <Skeleton width="60%" height={26} />
            <div className={styles.level}>
              <Skeleton width={150} height="1lh" />
            </div>
            <Skeleton width={140} height={44} />
          </div>
        </div>
        {[48, 104, 48, 48].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal shapes that never change order
          <div key={index} className="field">
            <Skeleton width={120} height={20} />
            <Skeleton height={height} />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
