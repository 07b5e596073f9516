import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import type { RankedMember } from '../../../data/leaderboard/ranking-query.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { placesAround } from '../places-around.ts'
import * as styles from '../rail.module.css'

export interface AroundYouProps {
  ranking: readonly RankedMember[]
  own: { username: string }
}

/** The reader's place in the ranking, with its neighbours. */
export function AroundYou({ ranking, own }: AroundYouProps) {
  const around = placesAround(ranking, own.username)
  return (
    <section className={`card ${styles.part}`}>
      <div className={styles.title}>
        <h2>Around you</h2>
        <Link to="/leaderboard" className={styles.more}>
          Leaderboard
          <ChevronRight className="icon" aria-hidden="true" />
        </Link>
      </div>
      {around && (
        <ol className={styles.places}>
          {around.places.map(({ username, rank, avatar_url, points }) => (
            <li key={username} aria-current={username === own.username || undefined}>
              <Peg value={rank} tone={username === own.username ? 'tip' : 'plain'} what="Rank" />
              <MemberAvatar id={username} name={username} src={avatar_url} size={36} />
              {username === own.username ? (
                <b className="grow">You</b>
              ) : (
                <span className="grow ellipsis" dir="auto">
                  <MemberLink username={username} />
                </span>
              )}
              <span className="figure">{formatPoints(points)}</span>
            </li>
          ))}
        </ol>
      )}
      <p className="small muted">
        {around
          ? around.ahead
            ? `${formatCount(around.ahead.gap, 'point')} behind ${around.ahead.username}.`
            : 'No one has more points than you.'
          : 'You are not in the top 100 yet.'}
      </p>
    </section>
  )
}
