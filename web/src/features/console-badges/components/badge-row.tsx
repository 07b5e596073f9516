import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import type { Badge } from '../../../data/badges/console-badges-query.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../badges.module.css'

export interface BadgeRowProps {
  badge: Badge
  /** While its panel is open. */
  open: boolean
  onAward: () => void
  onEdit: () => void
  onDelete: () => void
}

/** One badge; only custom badges can be deleted. */
export function BadgeRow({ badge, open, onAward, onEdit, onDelete }: BadgeRowProps) {
  return (
    <li data-open={open || undefined}>
      <BadgeScale icon={badge.icon} color={badge.color} size={58} />
      <div className="grow">
        <h2 dir="auto">{badge.name}</h2>
        <p className="small quiet" dir="auto">
          {badge.description}
        </p>
        <p className="small">
          {badge.holders === 0 ? (
            'Not awarded yet'
          ) : (
            <Link to={`/badges/${badge.id}`}>Held by {formatCount(badge.holders, 'member')}</Link>
          )}
          {!badge.is_custom && <span className="quiet"> · built in</span>}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="line"
          size="sm"
          icon={<Plus className="icon" aria-hidden="true" />}
          aria-label={`Award ${badge.name}`}
          onClick={onAward}
        >
          Award
        </Button>
        <IconButton
          label={`Edit ${badge.name}`}
          title="Edit"
          icon={<Pencil className="icon" aria-hidden="true" />}
          onClick={onEdit}
        />
        {badge.is_custom && (
          <IconButton
            className={styles.deleteButton}
            label={`Delete ${badge.name}`}
            title="Delete"
            icon={<Trash2 className="icon" aria-hidden="true" />}
            onClick={onDelete}
          />
        )}
      </div>
    </li>
  )
}
