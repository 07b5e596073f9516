import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { summaryQuery } from '../../../data/auth/summary-query.ts'
import { notificationSettingsQuery } from '../../../data/notifications/settings-query.ts'
import { ownProfileQuery } from '../../../data/profile/own-profile-query.ts'
import { useSkipWelcomeMutation } from '../../../data/welcome/welcome-mutations.ts'
import * as styles from '../welcome.module.css'
import { WelcomeForm } from './welcome-form.tsx'

export interface WelcomePageProps {
  userId: string
  /** Where the member goes from here. */
  next: string
  photo: ReactNode
}

/**
 * What a new member may choose, once. It stays until a button is pressed, also when another tab or device has finished
 * it in the meantime; opened after that, it leads on.
 */
export function WelcomePage({ userId, next, photo }: WelcomePageProps) {
  const summary = useQuery(summaryQuery(userId))
  const profile = useQuery(ownProfileQuery(userId))
  const settings = useQuery(notificationSettingsQuery())
  const skip = useSkipWelcomeMutation(userId)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const isNew = summary.data?.awaitsWelcome
  if (isNew && !isOpen) setOpen(true)
  if (isNew === false && !isOpen) return <Navigate to={next} replace />

  const go = (to: string) => void navigate(to, { replace: true })
  const leave = (to: string) => {
    if (!skip.isPending) skip.mutate(undefined, { onSuccess: () => go(to) })
  }
  const skipButton = (
    <Button variant="ghost" size="lg" busy={skip.isPending} onClick={() => leave(next)}>
      Skip for now
    </Button>
  )
  const skipFailure = skip.isError && <ErrorBanner action="saveSettings" error={skip.error} onDismiss={skip.reset} />
  const failed = [summary, profile, settings].find(({ isError }) => isError)
  if (failed && !(profile.data && settings.data && summary.data))
    return (
      <div className={styles.sections}>
        <ErrorBanner
          action="loadSettings"
          error={failed.error}
          onRetry={() =>
            void Promise.all([summary, profile, settings].map((query) => query.isError && query.refetch()))
          }
        />
        {skipFailure}
        <div className={styles.ways}>{skipButton}</div>
      </div>
    )
  if (!isOpen || !profile.data || !settings.data) return <WelcomeSkeleton />
  return (
    <WelcomeForm
      profile={profile.data}
      settings={settings.data}
      photo={photo}
      onLeave={leave}
      onDone={() => go(next)}
      skip={skipButton}
      skipFailure={skipFailure}
    />
  )
}

function WelcomeSkeleton() {
  return (
    <SkeletonGroup label="Loading">
      <div className={styles.sections}>
        <Card pad>
          <div className={styles.person}>
            <Skeleton width={96} height={96} circle />
            <div className="grow">
              <Skeleton width="60%" height={26} />
              <Skeleton width={140} height={44} className={styles.shape} />
            </div>
          </div>
          <FieldShape />
          <Skeleton width="70%" height="1lh" />
        </Card>
        <Card pad>
          <div className={styles.units}>
            <FieldShape />
          </div>
          <FieldShape />
          <Skeleton width="90%" height="2lh" />
        </Card>
        <Card pad>
          <Skeleton width="60%" height={26} />
          {[0, 1, 2, 3].map((line) => (
            <div key={line} className={styles.line}>
              <span>
                <Skeleton width="40%" height="1lh" />
                <Skeleton width="80%" height="1lh" />
              </span>
              <Skeleton width={46} height={28} />
            </div>
          ))}
        </Card>
      </div>
    </SkeletonGroup>
  )
}

const FieldShape = () => (
  <div className="field">
    <Skeleton width={120} height={20} />
    <Skeleton height={48} />
  </div>
)
