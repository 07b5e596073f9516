import { Link } from 'react-router'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import type { OfferedCatch } from '../../../data/records/console-offers-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatWholeDay } from '../../../lib/day.ts'
import { formatAgo } from '../../../lib/format.ts'
import { formatGrams } from '../../../lib/grams.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../offers.module.css'
import { Decided } from './decided.tsx'
import { Decisions } from './decisions.tsx'
import { OfferPhoto } from './offer-photo.tsx'

export interface OfferCardProps {
  offer: OfferedCatch
  unit: WeightUnit
  /** The form to decline it is open. */
  isDeclining: boolean
  onDecline: (is: boolean) => void
}

/** A catch that is offered for the club records, and the decision about it. */
export function OfferCard({ offer, unit, isDeclining, onDecline }: OfferCardProps) {
  const now = useNow()
  const { username, avatar_url, user_id, grams, variety, caught_on, photo_path, words, offered_at, decision } = offer
  const at = offer.decided_at ?? offered_at
  return (
    <Card as="li" pad className={styles.offer}>
      <OfferPhoto path={photo_path} alt={`${VARIETY_NAME[variety]} of ${username}, ${formatGrams(grams, unit)}`} />
      <div className={styles.facts}>
        <div className={styles.head}>
          <Avatar id={user_id} name={username} src={avatar_url} size={36} />
          <h2 className="grow">
            <Link to={`/admin/users?member=${user_id}`} dir="auto">
              {username}
            </Link>
          </h2>
          <Moment className="quiet nowrap" date={at} now={now}>
            {formatAgo(at, now)}
          </Moment>
        </div>
        <WeightFigure grams={grams} unit={unit} className={styles.weight} />
        <p>
          {VARIETY_NAME[variety]}, {formatWholeDay(caught_on)}
        </p>
        {words !== '' && (
          <p className={styles.words} dir="auto">
            {words}
          </p>
        )}
        {decision === null ? (
          <Decisions offer={offer} isDeclining={isDeclining} onDecline={onDecline} />
        ) : (
          <Decided offer={offer} />
        )}
      </div>
    </Card>
  )
}
