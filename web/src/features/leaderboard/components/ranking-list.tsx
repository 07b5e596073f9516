import clsx from 'clsx'
import { memo, type Ref } from 'react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { RankedMember } from '../../../data/leaderboard/ranking-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { BadgeCount } from './badge-count.tsx'

export interface RankingListProps {
  /** From the fourth on. */
  members: readonly RankedMember[]
  /** The viewer's own username. */
  ownName: string | undefined
  /** Receives the viewer's own row when it is in the list. */
  ownRef: Ref<HTMLLIElement>
}

/** The ranking below the podium. */
export function RankingList({ members, ownName, ownRef }: RankingListProps) {
  return (
    <ol className="card divide" start={4} aria-label="Ranking from the fourth">
      {members.map((member) => {
        const own = member.username === ownName
        return <Row key={member.username} member={member} own={own} ref={own ? ownRef : undefined} />
      })}
    </ol>
  )
}

interface RowProps {
  member: RankedMember
  own: boolean
  ref: Ref<HTMLLIElement> | undefined
}

// A change of one member's points leaves most of the hundred rows as they are.
const Row = memo(function Row({ member, own, ref }: RowProps) {
  return (
    <li className={clsx('lb-row', own && 'is-you')} ref={ref}>
      <Peg value={member.rank} what="Rank" />
      <Avatar id={member.username} name={member.username} src={member.avatar_url} />
      <div className="grow">
        <div className="lb-name">
          <span className="strong ellipsis" dir="auto" title={member.username}>
            {member.username}
          </span>
          {own && (
            <Pill tone="tip" dot={false}>
              You
            </Pill>
          )}
        </div>
        <div className="only-phone">
          <BadgeCount count={member.badge_count} />
        </div>
      </div>
      <div className="only-wide">
        <BadgeCount count={member.badge_count} />
      </div>
      <span className="num">
        {formatPoints(member.points)}
        <span className="vh"> points</span>
      </span>
    </li>
  )
})

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** The list's shape while the ranking is on the way. */
export function RankingSkeleton() {
  return (
    <div className="card divide">
      {ROWS.map((row) => (
        <div key={row} className="lb-row" aria-hidden="true">
          <span className="sk sk-peg" />
          <span className="sk sk-av" />
          <div className="sk sk-name" />
          <span className="only-wide" />
          <span className="sk sk-num" />
        </div>
      ))}
    </div>
  )
}
