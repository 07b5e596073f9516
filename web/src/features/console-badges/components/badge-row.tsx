import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import type { Badge } from '../../../data/badges/console-badges-query.ts'
import { formatCount } from '../../../lib/format.ts'

export interface BadgeRowProps {
  badge: Badge
  onAward: () => void
  onDelete: () => void
}

/** One badge of the club; only custom ones can be deleted. */
export function BadgeRow({ badge, onAward, onDelete }: BadgeRowProps) {
  return (
    <li className="badge-row-item">
      <BadgeScale icon={badge.icon} color={badge.color} size={64} />
      <div className="grow">
        <h3 dir="auto">{badge.name}</h3>
        <p className="small quiet" dir="auto">
          {badge.description}
        </p>
        <p className="small">
          {badge.holders === 0 ? 'Nobody holds it yet' : `Held by ${formatCount(badge.holders, 'member')}`}
          {!badge.is_custom && <span className="quiet"> · came with the club</span>}
        </p>
      </div>
      <div className="badge-acts">
        <Button
          variant="line"
          size="sm"
          icon={<Plus className="i" aria-hidden="true" />}
          aria-label={`Award ${badge.name}`}
          onClick={onAward}
        >
          Award
        </Button>
        {badge.is_custom && (
          <IconButton
            className="badge-delete"
            label={`Delete ${badge.name}`}
            title="Delete"
            icon={<Trash2 className="i" aria-hidden="true" />}
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  )
}
