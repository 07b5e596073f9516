import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ownProfileQuery } from '../../../data/profile/own-profile-query.ts'
import { referralHistoryQuery } from '../../../data/referrals/history-query.ts'
import '../profile.css'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ReferralSection } from './referral-section.tsx'

export interface ProfilePageProps {
  userId: string
  email: string | undefined
  /** What another feature adds about the account; comes last. */
  account?: ReactNode
}

/** Left what the member says about themself, right the referrals and the password; on phones in that order. */
export function ProfilePage({ userId, email, account }: ProfilePageProps) {
  const referrals = useQuery(referralHistoryQuery(userId))
  return (
    <div className="two-col profile">
      <OwnProfile userId={userId} />
      <div className="stack-5">
        <ReferralSection userId={userId} />
        {/* The referrals above decide where this is, so it waits out of sight until they are known. */}
        <div className="stack-5" style={referrals.isPending ? { visibility: 'hidden' } : undefined}>
          <PasswordSection username={email} />
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
    return (
      <div>
        <ErrorBanner action="loadProfile" error={profile.error} onRetry={() => profile.refetch()} />
      </div>
    )
  }
  return <ProfileForm key={profile.data.id} profile={profile.data} />
}

function ProfileSkeleton() {
  return (
    <SkeletonGroup label="Loading profile">
      <Card pad className="stack-5 profile-wait">
        <Skeleton width={96} height={96} circle />
        <Skeleton height={48} />
        <Skeleton height={104} />
        <Skeleton height={48} />
      </Card>
    </SkeletonGroup>
  )
}
