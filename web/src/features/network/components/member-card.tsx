import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import UserPlus from 'lucide-react/icons/user-plus'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import type { Standing } from '../../../data/network/connections-query.ts'
import type { FoundMember } from '../../../data/network/members-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { Gallery } from './gallery.tsx'

export interface MemberCardProps {
  member: FoundMember
  standing: Standing | undefined
  onConnect: () => void
  onGift: () => void
  onPhoto: (index: number) => void
}

/** One member of the network: photos, who they are, three numbers, two actions. */
export function MemberCard({ member, standing, onConnect, onGift, onPhoto }: MemberCardProps) {
  const { id, username, fishing_area: area, bio } = member
  return (
    <li className="card member">
      <Gallery username={username} photos={member.fishing_photos} onOpen={onPhoto} />
      <div className="who">
        <Avatar id={id} name={username} src={member.avatar_url} size={68} />
      </div>
      <div className="bd">
        <h2 className="h3 ellipsis" dir="auto" title={username}>
          {username}
        </h2>
        {area && (
          <span className="loc">
            <MapPin className="i" aria-hidden="true" />
            <span className="ellipsis" dir="auto">
              {area}
            </span>
          </span>
        )}
        <p className="clamp2" dir="auto">
          {bio}
        </p>
      </div>
      <dl className="trip">
        <Figure label="Points" value={member.points} />
        <Figure label="Badges" value={member.badge_count} />
        <Figure label="Posts" value={member.post_count} />
      </dl>
      <div className="acts">
        <ConnectButton username={username} standing={standing} onConnect={onConnect} />
        <Button
          variant="line"
          size="sm"
          icon={<PointsCoin className="i" />}
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
      <dd className="num">{formatPoints(value)}</dd>
    </div>
  )
}

type ConnectButtonProps = Pick<MemberCardProps, 'standing' | 'onConnect'> & { username: string }

// The button keeps its place and its focus when it is done, so it is not disabled but no longer does anything.
function ConnectButton({ username, standing, onConnect }: ConnectButtonProps) {
  const done = standing === 'connected' || standing === 'requested'
  const label = standing === 'connected' ? 'Connected' : standing === 'requested' ? 'Requested' : 'Connect'
  const Icon = standing === 'connected' ? Check : standing === 'requested' ? Clock : UserPlus
  return (
    <Button
      size="sm"
      icon={<Icon className="i" aria-hidden="true" />}
      className={done ? 'btn-done' : ''}
      aria-disabled={done || undefined}
      aria-label={done ? `${label}: ${username}` : `${label} with ${username}`}
      onClick={() => !done && onConnect()}
    >
      {label}
    </Button>
  )
}
