import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import type { HeldBadge } from '../../../data/badges/console-held-query.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { formatDay } from '../../../lib/format.ts'
import * as styles from '../badges.module.css'

export interface MemberBadgesProps {
  user: UserRow
  /** Undefined until they have loaded. */
  badges: readonly HeldBadge[] | undefined
  onAward: () => void
  onRemove: (badge: HeldBadge) => void
}

/** One member with the badges they hold. */
export function MemberBadges({ user, badges, onAward, onRemove }: MemberBadgesProps) {
  return (
    <li className={styles.member}>
      <div className="cluster">
        <Avatar id={user.id} name={user.username} src={user.avatar_url} size={36} />
        <div className="grow">
          <h2 className="ellipsis" dir="auto" title={user.username}>
            {user.username}
          </h2>
          <div className="small quiet ellipsis">{user.auth_email}</div>
        </div>
        <Button
          variant="line"
          size="sm"
          icon={<Plus className="icon" aria-hidden="true" />}
          aria-label={`Award badge to ${user.username}`}
          onClick={onAward}
        >
          Award badge
        </Button>
      </div>
      {badges?.length === 0 && <p className="quiet">No badges yet</p>}
      {badges !== undefined && badges.length > 0 && (
        <ul className={styles.held} aria-label={`Badges of ${user.username}`}>
          {badges.map((badge) => (
            <li key={badge.badgeId}>
              <BadgeScale icon={badge.icon} color={badge.color} size={58} />
              <div className="grow">
                <div className={`strong ${styles.heldName}`} dir="auto">
                  {badge.name}
                </div>
                <div className="small quiet">{formatDay(badge.awardedAt)}</div>
              </div>
              <IconButton
                label={`Remove ${badge.name} from ${user.username}`}
                title="Remove"
                icon={<X className="icon" aria-hidden="true" />}
                onClick={() => onRemove(badge)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
