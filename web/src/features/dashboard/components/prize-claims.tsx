import clsx from 'clsx'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import Clock from 'lucide-react/icons/clock'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import type { UnclaimedAward } from '../../../data/prizes/unclaimed-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { deadlineState, formatRoughlyLeft } from '../../../lib/deadline.ts'
import { formatCount } from '../../../lib/format.ts'
import { DashboardCard } from './dashboard-card.tsx'

/** What the member has won and not claimed, the most urgent first and the only one in orange. Undefined while loading. */
export function PrizeClaims({ awards }: { awards: readonly UnclaimedAward[] | undefined }) {
  const now = useNow(...(awards ?? []).map(({ claimDeadline }) => claimDeadline))
  const isExpired = (award: UnclaimedAward) => deadlineState(award.claimDeadline, now) === 'expired'
  const open = awards?.filter((award) => !isExpired(award)) ?? []
  const expired = awards?.filter(isExpired) ?? []
  return (
    <DashboardCard heading="Prize Claims" count={open.length} loading={awards === undefined}>
      {awards?.length === 0 && <p className="muted dash-none">No prizes are waiting for you.</p>}
      {awards && awards.length > 0 && (
        <ul className="divide">
          {[...open, ...expired].map((award, index) => (
            <ClaimRow key={award.id} award={award} now={now} first={index === 0} />
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}

interface ClaimRowProps {
  award: UnclaimedAward
  now: Date
  first: boolean
}

function ClaimRow({ award: { id, claimDeadline, prize }, now, first }: ClaimRowProps) {
  const state = deadlineState(claimDeadline, now)
  const Icon = state === 'urgent' ? AlarmClock : Clock
  const kind = prize.type === 'points' ? formatCount(prize.pointsValue ?? 0, 'point') : `${prize.type} prize`
  return (
    <li className="claim-row">
      <div className="media">
        <PrizeImage url={prize.imageUrl} type={prize.type} width={96} height={96} />
      </div>
      <div>
        <h3 className="h3" dir="auto">
          {prize.title}
        </h3>
        <p className="small muted" dir="auto">
          {prize.packageName === undefined ? kind : `${prize.packageName}, ${kind}`}
        </p>
        {state === 'expired' ? (
          <Pill>Expired</Pill>
        ) : (
          <span className={clsx('due', state === 'urgent' && 'urgent')}>
            <Icon className="i" aria-hidden="true" />
            {formatRoughlyLeft(claimDeadline, now)} to claim
          </span>
        )}
      </div>
      {state === 'expired' ? (
        <Button variant="line" disabled>
          Claim Prize
        </Button>
      ) : (
        <ButtonLink to={`/prizes/claim/${id}`} variant={first ? 'tip' : 'line'}>
          Claim Prize
          <span className="vh">: {prize.title}</span>
        </ButtonLink>
      )}
    </li>
  )
}
