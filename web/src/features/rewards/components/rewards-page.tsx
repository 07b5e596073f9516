import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import type { RedeemedAward } from '../../../data/rewards/redeem-mutation.ts'
import { type Reward, rewardsQuery } from '../../../data/rewards/rewards-query.ts'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import { formatPoints } from '../../../lib/format.ts'
import { rewardFailureText } from '../../../lib/reward-failure-text.ts'
import { forgetRequest, requestOf } from '../requests.ts'
import * as styles from '../rewards.module.css'
import { RedeemSheet } from './redeem-sheet.tsx'
import { RewardCard } from './reward-card.tsx'

export interface RewardsPageProps {
  userId: string
  /** With the awards; none if they were taken back in the meantime. */
  onRedeemed: (awards: RedeemedAward[]) => void
}

/** The member's balance, and what it can be turned into. */
export function RewardsPage({ userId, onRedeemed }: RewardsPageProps) {
  const own = useOwnSummary()
  const rewards = useQuery(rewardsQuery(userId))
  const [chosen, setChosen] = useState<Reward>()
  return (
    <>
      <div className={`${styles.balance} deep on-deep`}>
        <div className={styles.label}>Your balance</div>
        <div className="figure figure-xl">
          {own ? formatPoints(own.points) : <Skeleton width={140} height={48} />}
          <span className="visually-hidden"> points</span>
        </div>
      </div>
      {own?.isSuspended && <Banner tone="warn">Rewards cannot be redeemed while your account is suspended.</Banner>}
      {rewards.isError && (
        <ErrorBanner
          action={rewardFailureText.loadRewards}
          error={rewards.error}
          onRetry={() => void rewards.refetch()}
        />
      )}
      {rewards.isPending && (
        <SkeletonGroup label="Loading rewards">
          <div className={styles.shop}>
            {[0, 1, 2].map((card) => (
              <Card key={card} pad>
                <Skeleton height={180} />
                <Skeleton width="70%" height={24} />
                <Skeleton height={44} />
              </Card>
            ))}
          </div>
        </SkeletonGroup>
      )}
      {rewards.data?.length === 0 && (
        <Card>
          <Empty
            icon={<FloatDrawing />}
            title="There are no rewards at the moment."
            text="What the club gives for points is shown here. Your points stay yours until then."
          />
        </Card>
      )}
      {rewards.data && rewards.data.length > 0 && (
        <div className={styles.shop}>
          {rewards.data.map((reward) => (
            <RewardCard
              key={reward.id}
              reward={reward}
              balance={own?.points}
              mayRedeem={own?.isSuspended !== true}
              onRedeem={() => setChosen(reward)}
            />
          ))}
        </div>
      )}
      <RedeemSheet
        userId={userId}
        reward={chosen}
        balance={own?.points}
        requestOf={({ id }) => requestOf(userId, id)}
        onRedeemed={(awards) => {
          if (chosen) forgetRequest(userId, chosen.id)
          setChosen(undefined)
          onRedeemed(awards)
        }}
        onClose={() => setChosen(undefined)}
      />
    </>
  )
}
