import { memo, type Ref, useRef } from 'react'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { RankedMember } from '../../../data/leaderboard/ranking-query.ts'
import { useMoves } from '../../../hooks/use-moves.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { formatPoints } from '../../../lib/numbers.ts'
import * as styles from '../ranking.module.css'
import { BadgeCount } from './badge-count.tsx'

export interface RankingListProps {
  /** What the ranking is of: places move only within one timeframe. */
  of: string
  /** From the fourth place on. */
  members: readonly RankedMember[]
  /** The viewer's own username. */
  ownName: string | undefined
  /** Ref of the viewer's own row when it is in the list. */
  ownRef: Ref<HTMLLIElement>
}

/** The ranking below the podium. */
export function RankingList({ of, members, ownName, ownRef }: RankingListProps) {
  const list = useRef<HTMLOListElement>(null)
  useMoves(list, of, members)
  return (
    <ol ref={list} className="card divide" start={4} aria-label="Ranking from fourth place">
      {members.map((member) => {
        const own = member.username === ownName
        return (
          <RowBoundary key={member.username} of={member} as="li">
            <Row member={member} own={own} ref={own ? ownRef : undefined} />
          </RowBoundary>
        )
      })}
    </ol>
  )
}

interface RowProps {
  member: RankedMember
  own: boolean
  ref: Ref<HTMLLIElement> | undefined
}

// Memoised: a change of one member's points affects few of the hundred rows.
const Row = memo(function Row({ member, own, ref }: RowProps) {
  return (
    <li className={joinClasses(styles.entry, own && styles.ownEntry)} ref={ref} data-moves={member.username}>
      <Peg value={member.rank} what="Rank" />
      <MemberAvatar id={member.username} name={member.username} src={member.avatar_url} />
      <div className="grow">
        <div className={styles.name}>
          <span className="strong ellipsis" dir="auto" title={member.username}>
            <MemberLink username={member.username} />
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
      <span className="figure">
        {formatPoints(member.points)}
        <span className="visually-hidden"> points</span>
      </span>
    </li>
  )
})

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** The skeleton of the list. */
export function RankingSkeleton() {
  return (
    <div className="card divide">
      {ROWS.map((row) => (
        <div key={row} className={styles.entry} aria-hidden="true">
          <span className={`skeleton ${styles.plateShape}`} />
          <span className={`skeleton ${styles.avatarShape}`} />
          <div className={`skeleton ${styles.nameShape}`} />
          <span className="only-wide" />
          <span className={`skeleton ${styles.figureShape}`} />
        </div>
      ))}
    </div>
  )
}
