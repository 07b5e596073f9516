import Footprints from 'lucide-react/icons/footprints'
import Gift from 'lucide-react/icons/gift'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Trophy from 'lucide-react/icons/trophy'
import Undo2 from 'lucide-react/icons/undo-2'
import UserCheck from 'lucide-react/icons/user-check'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { SwimIcon } from '../../../components/ui/swim-icon.tsx'
import type { PointsChange, PointsKind } from '../../../data/dashboard/figures-query.ts'
import { formatAgo, formatPointsChange } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import * as styles from '../dashboard.module.css'
import { DashboardCard } from './dashboard-card.tsx'

const ICON: Record<PointsKind, ComponentType<{ className?: string }>> = {
  admin: MessageSquareText,
  referral: UserCheck,
  gift_sent: Gift,
  gift_received: Gift,
  game: SwimIcon,
  prize: Trophy,
  reward: ShoppingBag,
  reward_refund: Undo2,
  first_step: Footprints,
}

/** The latest changes of points, newest first. Undefined while loading. */
export function PointsHistory({ history }: { history: readonly PointsChange[] | undefined }) {
  return (
    <DashboardCard
      heading="Points History"
      loading={history === undefined}
      action={
        <Link className="tap-line" to="/points">
          How points are earned
        </Link>
      }
    >
      {history?.length === 0 && <p className={`muted ${styles.nothing}`}>No points history yet.</p>}
      {history && history.length > 0 && (
        <ul className="divide">
          {history.map((row) => (
            <RowBoundary key={row.id} of={row} as="li">
              <HistoryRow row={row} />
            </RowBoundary>
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}

function HistoryRow({ row }: { row: PointsChange }) {
  const Icon = ICON[row.kind]
  return (
    <li className={styles.change}>
      <span className={styles.kind} aria-hidden="true">
        <Icon className="icon" />
      </span>
      <div>
        <div className="strong" dir="auto">
          {row.reason}
          {row.referredUsername !== undefined && (
            <>
              : <bdi>{row.referredUsername}</bdi>
            </>
          )}
        </div>
        <time className="small quiet" dateTime={row.createdAt}>
          {formatAgo(row.createdAt, new Date(serverNow()))}
        </time>
      </div>
      <span className={`figure ${styles.amount} ${row.change < 0 ? styles.loss : styles.gain}`}>
        {formatPointsChange(row.change)}
        <span className="visually-hidden"> points</span>
      </span>
    </li>
  )
}
