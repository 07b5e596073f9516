import MapPin from 'lucide-react/icons/map-pin'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import type { Standing } from '../../../data/network/connections-query.ts'
import type { FoundMember } from '../../../data/network/members-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as styles from '../network.module.css'
import { ConnectButton } from './connect-button.tsx'
import { Gallery } from './gallery.tsx'

export interface MemberCardProps {
  member: FoundMember
  standing: Standing | undefined
  onConnect: () => void
  onGift: () => void
}

/** One member of the network: photos, name, three figures, two actions. */
export function MemberCard({ member, standing, onConnect, onGift }: MemberCardProps) {
  const { id, username, fishing_area: area, bio } = member
  return (
    <li className={`card ${styles.member}`}>
      <Gallery member={member} />
      <div className={styles.portrait}>
        <MemberAvatar id={id} name={username} src={member.avatar_url} size={68} />
      </div>
      <div className={styles.body}>
        <h2 className="heading-3 ellipsis" dir="auto" title={username}>
          <MemberLink username={username} />
        </h2>
        {area && (
          <span className={styles.location}>
            <MapPin className="icon" aria-hidden="true" />
            <span className="ellipsis" dir="auto">
              {area}
            </span>
          </span>
        )}
        <p className="clamp-two" dir="auto">
          {bio}
        </p>
      </div>
      <dl className={styles.figures}>
        <Figure label="Points" value={member.points} />
        <Figure label="Badges" value={member.badge_count} />
        <Figure label="Posts" value={member.post_count} />
      </dl>
      <div className={styles.actions}>
        <ConnectButton username={username} standing={standing} onConnect={onConnect} />
        <Button
          variant="line"
          size="sm"
          icon={<PointsCoin className="icon" />}
          onClick={onGift}
          aria-label={`Gift Points to ${username}`}
        >
          Gift Points
        </Button>
      </div>
    </li>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{formatPoints(value)}</dd>
    </div>
  )
}
