import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'

const TILES = [1, 2, 3, 4]
const CARDS = [1, 2, 3, 4, 5]

/** The shape of the overview while its figures are on their way, as tall as they will be. */
export function OverviewSkeleton() {
  return (
    <SkeletonGroup label="Loading statistics">
      <div className="ov-tiles">
        {TILES.map((tile) => (
          <div key={tile} className="card">
            <Skeleton width="60%" height={14} />
            <Skeleton width={72} height={36} className="ov-sk" />
            <Skeleton width="80%" height={12} className="ov-sk" />
          </div>
        ))}
      </div>
      <div className="ov-grid">
        {CARDS.map((card) => (
          <div key={card} className="card ov-card">
            <Skeleton width="40%" height={16} />
            <Skeleton height={116} className="ov-sk" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
