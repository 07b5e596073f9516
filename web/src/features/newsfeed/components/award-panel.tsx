import { Link } from 'react-router'
import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../award-panel.module.css'

// The database's defaults for badges without a look.
const DEFAULT_BADGE = { icon: '🏆', color: '#2e7d4f' }

/** A won prize in gold, or an earned badge in lake green. */
export function AwardPanel({ post }: { post: Post }) {
  const { metadata, author, content } = post
  const text = (key: keyof typeof metadata) => (typeof metadata[key] === 'string' ? metadata[key] : undefined)
  const prize = post.type === 'prize_award'
  const name = text(prize ? 'package_name' : 'badge_name')
  const badgeId = prize ? undefined : text('badge_id')
  const deed = name ? `${prize ? 'won the' : 'earned'} ${name}` : content
  return (
    <div className={joinClasses(styles.award, !prize && styles.badge)}>
      {prize ? (
        <PointsCoin className={styles.coin} />
      ) : (
        <BadgeScale
          icon={text('badge_icon') ?? DEFAULT_BADGE.icon}
          color={text('badge_color') ?? DEFAULT_BADGE.color}
          size={58}
        />
      )}
      <div className="grow">
        <span className="small">{prize ? 'Prize award' : 'Badge award'}</span>
        <b>
          {author.username} {badgeId ? <Link to={`/badges/${badgeId}`}>{deed}</Link> : deed}
        </b>
      </div>
    </div>
  )
}
