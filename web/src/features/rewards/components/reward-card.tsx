import { Link } from 'react-router'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import type { Reward } from '../../../data/rewards/rewards-query.ts'
import { formatCount, formatDay, formatPoints } from '../../../lib/format.ts'
import { reachOf } from '../reach.ts'
import * as styles from '../rewards.module.css'

export interface RewardCardProps {
  reward: Reward
  /** The member's points; undefined until they are known. */
  balance: number | undefined
  mayRedeem: boolean
  onRedeem: () => void
}

/** One reward with its picture and price, and what is missing. */
export function RewardCard({ reward, balance, mayRedeem, onRedeem }: RewardCardProps) {
  const { id, name, description, price, units, items } = reward
  const first = items[0]
  const reach = reachOf(reward, balance)
  return (
    <Card as="article" className={styles.reward} aria-labelledby={`reward-${id}`}>
      <div className={`media ratio-3-2 ${styles.picture}`}>
        <PrizeImage url={first?.image_url ?? null} type={first?.type ?? 'physical'} width={420} height={280} />
        {units !== null && (
          <Pill tone="over" dot={false}>
            {formatPoints(units)} left
          </Pill>
        )}
      </div>
      <div className={styles.texts}>
        <h2 id={`reward-${id}`} dir="auto">
          {name}
        </h2>
        {description && (
          <p className="small muted" dir="auto">
            {description}
          </p>
        )}
        {items.length > 1 && (
          <p className="small muted" dir="auto">
            {items.map(({ title }) => title).join(', ')}
          </p>
        )}
        <p className={`figure ${styles.price}`}>
          <PointsCoin className="icon" />
          {formatPoints(price)}
          <span className="visually-hidden"> points</span>
        </p>
      </div>
      <div className={styles.foot}>
        {reach.kind === 'now' && (
          <Button variant="lake" onClick={onRedeem} disabled={!mayRedeem} aria-label={`Redeem ${name}`}>
            Redeem
          </Button>
        )}
        {reach.kind === 'unclaimed' && (
          <div className={styles.missing}>
            <p>You have one that is not claimed yet.</p>
            <ButtonLink to="/prizes" variant="line" aria-label={`Claim ${name}`}>
              Claim
            </ButtonLink>
          </div>
        )}
        {reach.kind === 'had' && (
          <div className={styles.missing}>
            <p>You have had this one this season.</p>
            <Link to="/prizes" className="tap-line">
              Your prizes
            </Link>
          </div>
        )}
        {reach.kind === 'closed' && (
          <p className={styles.missing}>
            You did not claim the last one in time. You can redeem it again on {formatDay(reach.until)}.
          </p>
        )}
        {reach.kind === 'missing' && (
          <div className={styles.missing}>
            <span>{formatCount(reach.points, 'point')} to go</span>
            <div className={styles.track} aria-hidden="true">
              <i style={{ width: `${reach.share}%` }} />
            </div>
          </div>
        )}
      </div>
    </Card>
  )
}
