import Gift from 'lucide-react/icons/gift'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Trophy from 'lucide-react/icons/trophy'
import UserCheck from 'lucide-react/icons/user-check'
import type { ComponentType } from 'react'
import { SwimIcon } from '../../../components/ui/icons.tsx'
import type { PointsChange, PointsKind } from '../../../data/dashboard/figures-query.ts'
import { formatAgo, formatPointsChange } from '../../../lib/format.ts'
import { DashboardCard } from './dashboard-card.tsx'

const ICON: Record<PointsKind, ComponentType<{ className?: string }>> = {
  admin: MessageSquareText,
  referral: UserCheck,
  gift_sent: Gift,
  gift_received: Gift,
  game: SwimIcon,
  prize: Trophy,
}

/** The latest changes of points, newest first. Undefined while loading. */
export function PointsHistory({ history }: { history: readonly PointsChange[] | undefined }) {
  return (
    <DashboardCard heading="Points History" loading={history === undefined}>
      {history?.length === 0 && <p className="muted dash-none">No points history yet.</p>}
      {history && history.length > 0 && (
        <ul className="divide">
          {history.map((row) => (
            <HistoryRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}

function HistoryRow({ row }: { row: PointsChange }) {
  const Icon = ICON[row.kind]
  return (
    <li className="hist">
      <span className="ic" aria-hidden="true">
        <Icon className="i" />
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
          {formatAgo(row.createdAt)}
        </time>
      </div>
      <span className={row.change < 0 ? 'num delta down' : 'num delta up'}>
        {formatPointsChange(row.change)}
        <span className="vh"> points</span>
      </span>
    </li>
  )
}
