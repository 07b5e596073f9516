import type { Ref } from 'react'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { Drawn, RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { formatPoints } from '../../../lib/numbers.ts'
import type { PodiumStep } from '../arrange.ts'
import * as styles from '../podium.module.css'
import { BadgeCount } from './badge-count.tsx'

const SEAT = { 1: styles.first, 2: styles.second, 3: styles.third } as const

export interface PodiumProps {
  steps: readonly PodiumStep[]
  /** The viewer's own username. */
  ownName: string | undefined
  /** Ref of the viewer's own step when they are on the podium. */
  ownRef: Ref<HTMLLIElement>
}

/** The first three, from left to right: second, first, third, each in a ring of its metal. */
export function Podium({ steps, ownName, ownRef }: PodiumProps) {
  return (
    <div className={styles.stand}>
      <ul className={styles.podium} aria-label="Top three">
        {steps.map(({ seat, member }) => {
          const own = member.username === ownName
          return (
            <RowBoundary key={member.username} of={member} as="li">
              <Drawn
                by={() => (
                  <li className={`${styles.step} ${SEAT[seat]}`} ref={own ? ownRef : undefined}>
                    <div className={styles.ring}>
                      <Ripple />
                      <MemberAvatar id={member.username} name={member.username} src={member.avatar_url} />
                      <Peg value={member.rank} tone={placeTone(member.rank)} what="Rank" />
                    </div>
                    <b dir="auto" title={member.username}>
                      <MemberLink username={member.username} />
                    </b>
                    <span className="figure">
                      {formatPoints(member.points)}
                      <span className="visually-hidden"> points</span>
                    </span>
                    <BadgeCount count={member.badge_count} plain />
                    {own && (
                      <Pill tone="tip" dot={false} className={styles.ownMark}>
                        You
                      </Pill>
                    )}
                  </li>
                )}
              />
            </RowBoundary>
          )
        })}
      </ul>
    </div>
  )
}

function Ripple() {
  return (
    <svg className={styles.ripple} viewBox="0 0 200 200" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="100" cy="100" r="44" strokeWidth="1.6" />
      <circle cx="100" cy="100" r="60" strokeWidth="1.3" opacity=".7" />
      <circle cx="100" cy="100" r="78" strokeWidth="1.1" opacity=".42" />
      <circle cx="100" cy="100" r="97" strokeWidth="1" opacity=".2" />
    </svg>
  )
}

/** The skeleton of the podium. */
export function PodiumSkeleton() {
  return (
    <div className={styles.podium} aria-hidden="true">
      {([2, 1, 3] as const).map((seat) => (
        <div key={seat} className={`${styles.step} ${SEAT[seat]}`}>
          <div className={styles.ring}>
            <span className={`skeleton ${styles.avatarShape}`} />
          </div>
          <span className={`skeleton ${styles.nameShape}`} />
          <span className={`skeleton ${styles.figureShape}`} />
        </div>
      ))}
    </div>
  )
}
