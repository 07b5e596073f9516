import { Link } from 'react-router'
import { ClaimedRow } from '../../../components/prize/claimed-row.tsx'
import { UnclaimedRow } from '../../../components/prize/unclaimed-row.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { UnclaimedAward } from '../../../data/prizes/unclaimed-query.ts'
import { RECENT_DAYS, type WonPrize } from '../../../data/prizes/won-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { deadlineState } from '../../../lib/deadline.ts'
import * as styles from '../dashboard.module.css'
import { DashboardCard } from './dashboard-card.tsx'

export interface PrizeClaimsProps {
  /** Prizes that the member has won and not claimed; undefined while loading. */
  awards: readonly UnclaimedAward[] | undefined
  /** Recently claimed prizes. */
  claimed: readonly WonPrize[] | undefined
}

/** Unclaimed prizes, with the most urgent first and the only one in orange, and the status of the claimed ones. */
export function PrizeClaims({ awards, claimed }: PrizeClaimsProps) {
  const now = useNow(...(awards ?? []).map(({ claimDeadline }) => claimDeadline))
  const isExpired = (award: UnclaimedAward) => deadlineState(award.claimDeadline, now) === 'expired'
  const open = awards?.filter((award) => !isExpired(award)) ?? []
  const expired = awards?.filter(isExpired) ?? []
  return (
    <DashboardCard
      heading="Prize Claims"
      count={open.length}
      loading={awards === undefined}
      action={
        <Link className="tap-line" to="/prizes">
          All your prizes
        </Link>
      }
    >
      {awards?.length === 0 && <p className={`muted ${styles.nothing}`}>You have no prizes to claim.</p>}
      {awards && awards.length > 0 && (
        <ul className="divide">
          {[...open, ...expired].map((award, index) => (
            <RowBoundary key={award.id} of={award} as="li">
              <UnclaimedRow {...award} now={now} first={index === 0} />
            </RowBoundary>
          ))}
        </ul>
      )}
      {claimed && claimed.length > 0 && (
        <>
          <h3 className={styles.subheading} id="claimed-prizes">
            Claimed in the last {RECENT_DAYS} days
          </h3>
          <ul className="divide" aria-labelledby="claimed-prizes">
            {claimed.map(
              ({ id, prize, claim }) =>
                claim && <ClaimedRow key={id} heading="h4" id={id} prize={prize} claim={claim} />,
            )}
          </ul>
        </>
      )}
    </DashboardCard>
  )
}
