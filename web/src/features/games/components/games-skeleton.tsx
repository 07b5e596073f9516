import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'

/** Two cards in the place of the games that are on. */
export function GamesSkeleton() {
  return (
    <SkeletonGroup label="Loading games">
      <div className="games-grid">
        {[640, 420].map((height) => (
          <div key={height} className="card pad">
            <Skeleton width={140} height={28} />
            <Skeleton width="70%" height={32} />
            <Skeleton height={height} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
