import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import type { Figures } from '../../../data/dashboard/figures-query.ts'
import { useCountUp } from '../../../hooks/use-count-up.ts'
import { formatPoints, formatPointsChange } from '../../../lib/format.ts'
import * as chart from '../balance-chart.module.css'
import { spanOf } from '../balance-line.ts'
import * as styles from '../tiles.module.css'
import { BalanceChart } from './balance-chart.tsx'
import { LevelBar } from './level-bar.tsx'

export interface PointsTileProps {
  figures: Figures | undefined
  /** Leaves out a balance of zero, as for a new member. */
  sparse?: boolean
}

/** The deep panel: the balance, its chart and the level. Without figures, its skeleton. */
export function PointsTile({ figures, sparse = false }: PointsTileProps) {
  const history = figures?.history ?? []
  const sum = history.reduce((total, { change }) => total + change, 0)
  return (
    <div className={`${styles.pointsTile} deep on-deep`}>
      <div className={`cluster between cluster-top wrap ${styles.pointsRow}`}>
        <div className="grow">
          <div className={styles.pointsLabel}>
            <PointsCoin className="icon" />
            Points
          </div>
          {!(sparse && figures?.points === 0) && (
            <div className="figure figure-xl">
              {figures ? (
                <CountedPoints points={figures.points} />
              ) : (
                <SkeletonGroup label="Loading statistics">
                  <Skeleton width={140} height={48} />
                </SkeletonGroup>
              )}
            </div>
          )}
        </div>
        {history.length > 0 && (
          <span className="pill">
            {formatPointsChange(sum)} over {spanOf(history.length)}
          </span>
        )}
      </div>
      <div className={chart.holder}>
        {!figures && <div className={chart.waiting} />}
        {figures &&
          (history.length > 0 ? (
            <BalanceChart points={figures.points} history={history} />
          ) : (
            <p className={chart.empty}>Your points chart appears here once you earn points.</p>
          ))}
      </div>
      <LevelBar level={figures?.level} />
    </div>
  )
}

function CountedPoints({ points }: { points: number }) {
  return formatPoints(useCountUp(points))
}
