import type { Ref } from 'react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { formatPoints } from '../../../lib/format.ts'
import type { PodiumStep } from '../arrange.ts'
import { BadgeCount } from './badge-count.tsx'

export interface PodiumProps {
  steps: readonly PodiumStep[]
  /** The viewer's own username. */
  ownName: string | undefined
  /** Receives the viewer's own step when they stand on the podium. */
  ownRef: Ref<HTMLLIElement>
}

/** The first three: second, first, third from left to right, each in a metal ring that ripples. */
export function Podium({ steps, ownName, ownRef }: PodiumProps) {
  return (
    <ul className="podium" aria-label="Top three">
      {steps.map(({ seat, member }) => {
        const own = member.username === ownName
        return (
          <li key={member.username} className={`pod pod-${seat}`} ref={own ? ownRef : undefined}>
            <div className="ring">
              <Ripple />
              <Avatar id={member.username} name={member.username} src={member.avatar_url} />
              <Peg value={member.rank} tone={placeTone(member.rank)} what="Rank" />
            </div>
            <b dir="auto" title={member.username}>
              {member.username}
            </b>
            <span className="num">
              {formatPoints(member.points)}
              <span className="vh"> points</span>
            </span>
            <BadgeCount count={member.badge_count} plain />
            {own && (
              <Pill tone="tip" dot={false} className="pod-you">
                You
              </Pill>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Ripple() {
  return (
    <svg className="ripple" viewBox="0 0 200 200" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="100" cy="100" r="44" strokeWidth="1.6" />
      <circle cx="100" cy="100" r="60" strokeWidth="1.3" opacity=".7" />
      <circle cx="100" cy="100" r="78" strokeWidth="1.1" opacity=".42" />
      <circle cx="100" cy="100" r="97" strokeWidth="1" opacity=".2" />
    </svg>
  )
}

/** The podium's shape while the ranking is on the way. */
export function PodiumSkeleton() {
  return (
    <div className="podium" aria-hidden="true">
      {[2, 1, 3].map((seat) => (
        <div key={seat} className={`pod pod-${seat}`}>
          <div className="ring">
            <span className="sk sk-av" />
          </div>
          <span className="sk sk-name" />
          <span className="sk sk-num" />
        </div>
      ))}
    </div>
  )
}
