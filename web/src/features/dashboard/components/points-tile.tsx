import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { PointsCoin } from '../../../components/ui/points-coin.tsx'
import type { Figures } from '../../../data/dashboard/figures-query.ts'
import { formatCount, formatPoints, formatPointsChange } from '../../../lib/format.ts'
import { BalanceChart } from './balance-chart.tsx'

/** The deep panel: the balance and how it came about. Without figures, its shape. */
export function PointsTile({ figures }: { figures: Figures | undefined }) {
  const history = figures?.history ?? []
  const sum = history.reduce((total, { change }) => total + change, 0)
  return (
    <div className="tile-hero deep on-deep">
      <div className="row between row-top">
        <div className="grow">
          <div className="what">
            <PointsCoin className="i" />
            Points
          </div>
          <div className="num num-xl">
            {figures ? (
              formatPoints(figures.points)
            ) : (
              <SkeletonGroup label="Loading statistics">
                <Skeleton width={140} height={48} />
              </SkeletonGroup>
            )}
          </div>
        </div>
        {history.length > 0 && (
          <span className="pill">
            {formatPointsChange(sum)} in {formatCount(history.length, 'change')}
          </span>
        )}
      </div>
      <div className="chart-box">
        {figures &&
          (history.length > 0 ? (
            <BalanceChart points={figures.points} history={history} />
          ) : (
            <p className="chart-none">Once you earn points, their course is drawn here.</p>
          ))}
      </div>
    </div>
  )
}
