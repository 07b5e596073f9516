import { BadgeScale } from '../../../components/ui/badge-scale.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import type { Post } from '../../../data/newsfeed/post.ts'

// As the database has it for badges that nobody gave a look.
const DEFAULT_BADGE = { icon: '🏆', color: '#2e7d4f' }

/** What a member won or earned: gold for a prize, lake green for a badge. */
export function AwardPanel({ post }: { post: Post }) {
  const { metadata, author, content } = post
  const text = (key: string) => (typeof metadata[key] === 'string' ? metadata[key] : undefined)
  const prize = post.type === 'prize_award'
  const name = text(prize ? 'package_name' : 'badge_name')
  const deed = name ? `${prize ? 'won the' : 'earned'} ${name}` : content
  return (
    <div className={prize ? 'award' : 'award lake'}>
      {prize ? (
        <PointsCoin className="award-scale" />
      ) : (
        <BadgeScale
          icon={text('badge_icon') ?? DEFAULT_BADGE.icon}
          color={text('badge_color') ?? DEFAULT_BADGE.color}
          size={58}
        />
      )}
      <div className="grow">
        <span className="small">{prize ? 'Prize award' : 'Badge award'}</span>
        <b dir="auto">
          {author.username} {deed}
        </b>
      </div>
    </div>
  )
}
