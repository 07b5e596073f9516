import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { ownProfileQuery } from '../../../data/profile/own-profile-query.ts'
import { consoleOffersQuery } from '../../../data/records/console-offers-query.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import * as styles from '../offers.module.css'
import { OfferCard } from './offer-card.tsx'

/** The offers that wait, the first of each angler first, or those that were decided. */
export function OffersView({ isDecided }: { isDecided: boolean }) {
  const userId = useUserId()
  const { data, error, refetch } = useQuery(consoleOffersQuery(isDecided))
  const profile = useQuery({ ...ownProfileQuery(userId ?? ''), enabled: userId !== undefined })
  const toast = useToast()
  // The offer whose form to decline it is open.
  const [declining, decline] = useState<string>()
  const isGone = declining !== undefined && data?.every(({ id }) => id !== declining) === true
  useEffect(() => {
    if (!isGone) return
    decline(undefined)
    toast('This catch has been decided, changed or taken back.', true)
  }, [isGone, toast])
  if (data && !profile.isPending)
    return data.length === 0 ? (
      <div className="card">
        <Empty
          icon={<FloatDrawing />}
          titleAs="h2"
          title={isDecided ? 'No catch has been decided yet.' : 'No catches are waiting.'}
        />
      </div>
    ) : (
      <ul className={styles.offers} aria-label={isDecided ? 'Decided catches' : 'Waiting catches'}>
        {data.map((offer) => (
          <OfferCard
            key={offer.id}
            offer={offer}
            unit={profile.data?.weight_unit ?? 'kg'}
            isDeclining={declining === offer.id}
            onDecline={(is) => decline(is ? offer.id : undefined)}
          />
        ))}
      </ul>
    )
  if (error) return <ErrorBanner action="loadData" error={error} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup label="Loading catches">
      <div className="card padded">
        <Skeleton width="40%" height={32} />
        <Skeleton height={180} />
      </div>
    </SkeletonGroup>
  )
}
