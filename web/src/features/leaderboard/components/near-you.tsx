import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { type NearMember, nearQuery } from '../../../data/leaderboard/near-query.ts'
import type { Timeframe } from '../../../data/leaderboard/timeframe.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { formatPoints } from '../../../lib/numbers.ts'
import * as near from '../near-you.module.css'
import * as styles from '../ranking.module.css'
import { BadgeCount } from './badge-count.tsx'

export interface NearYouProps {
  timeframe: Timeframe
  userId: string
  rank: number
  /** Ref of the viewer's own row. */
  ownRef: Ref<HTMLLIElement>
}

/** Five members above the viewer and five below, for a viewer who is not among the places shown. */
export function NearYou({ timeframe, userId, rank, ownRef }: NearYouProps) {
  const { data } = useQuery(nearQuery(timeframe, userId))
  const own = data?.find((member) => member.is_own)
  if (!data || !own) return null
  return (
    <section className={near.section} aria-labelledby="near-you">
      <h2 id="near-you">Near you</h2>
      <ol className="card divide" aria-labelledby="near-you">
        {data.map((member) => (
          <li
            key={member.username}
            className={joinClasses(styles.entry, member.is_own && styles.ownEntry)}
            ref={member.is_own ? ownRef : undefined}
          >
            {member.is_own ? <Peg value={rank} what="Rank" /> : <span />}
            <MemberAvatar id={member.username} name={member.username} src={member.avatar_url} />
            <div className="grow">
              <div className={styles.name}>
                <span className="strong ellipsis" dir="auto" title={member.username}>
                  <MemberLink username={member.username} />
                </span>
                {member.is_own && (
                  <Pill tone="tip" dot={false}>
                    You
                  </Pill>
                )}
              </div>
              {!member.is_own && <div className="small quiet">{gapText(member, own)}</div>}
            </div>
            <div className="only-wide">
              <BadgeCount count={member.badge_count} />
            </div>
            <span className="figure">
              {formatPoints(member.points)}
              <span className="visually-hidden"> points</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** How far a member is from the viewer. */
function gapText({ points }: NearMember, own: NearMember): string {
  if (points === own.points) return 'Level with you'
  return points > own.points
    ? `${formatPoints(points - own.points)} ahead`
    : `${formatPoints(own.points - points)} behind`
}
