import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import { guideQuery, type PointsGuide } from '../../../data/points-guide/guide-query.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../points-guide.module.css'
import { firstWaysOf, type Way, waysOf } from '../ways.ts'

/** How points are earned, from the club's settings. @param userId of the viewer; undefined for a guest. */
export function PointsGuidePage({ userId }: { userId: string | undefined }) {
  const guide = useQuery(guideQuery(userId))
  if (guide.isPending) return <Shape />
  if (!guide.data) return <ErrorBanner action="loadData" error={guide.error} onRetry={() => void guide.refetch()} />
  return <Guide guide={guide.data} isMember={userId !== undefined} />
}

function Guide({ guide, isMember }: { guide: PointsGuide; isMember: boolean }) {
  const firsts = firstWaysOf(guide)
  return (
    <div className={styles.guide}>
      <Part title="Again and again">
        <Ways ways={waysOf(guide)} />
      </Part>
      {firsts.length > 0 && (
        <Part
          title="First steps"
          lead="Once for each, in your first days or later. These points buy rewards, and cannot be given away."
        >
          <Ways ways={firsts} />
        </Part>
      )}
      {guide.levels.length > 0 && (
        <Part
          title="Levels"
          lead="Your level follows from what you have earned. Gifts to and from other members do not change it, nor do rewards."
        >
          <table className={styles.levels}>
            <thead>
              <tr>
                <th scope="col">Level</th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {guide.levels.map(({ name, points }) => (
                <tr key={points}>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  <td>{formatCount(points, 'point')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      <Part title="What they are for">
        <p className={styles.text}>
          Points bring you up the <Link to="/leaderboard">leaderboard</Link>.{' '}
          {isMember ? (
            <>
              They can be turned into <Link to="/rewards">rewards</Link>
              {guide.rewards_from !== null && `, from ${formatCount(guide.rewards_from, 'point')}`}, and given to
              another member. A reward leaves your place and your level as they are.
            </>
          ) : (
            'Members can turn them into rewards, and give them to one another.'
          )}
        </p>
      </Part>
    </div>
  )
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Card as="section" pad aria-label={title} className={styles.part}>
      <h2>{title}</h2>
      {lead && <p className="small quiet">{lead}</p>}
      {children}
    </Card>
  )
}

function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <ul className="divide">
      {ways.map(({ id, title, note, points }) => (
        <li key={id} className={styles.wayRow}>
          <div>
            <div className="strong">{title}</div>
            <div className="small quiet">{note}</div>
          </div>
          {points !== undefined && (
            <span className={styles.points}>
              <PointsCoin />
              {points}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Shape() {
  return (
    <SkeletonGroup label="Loading how points are earned">
      <div className={styles.guide}>
        {[5, 3, 8, 2].map((rows) => (
          <Card key={rows} pad className={styles.part}>
            <Skeleton width="45%" height={28} />
            {Array.from({ length: rows }, (_, row) => (
              // The rows differ in nothing.
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
              <Skeleton key={row} height={44} />
            ))}
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  )
}
