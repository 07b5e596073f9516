import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'

/** Six cards in the shape of members. */
export function MembersSkeleton() {
  return (
    <SkeletonGroup label="Loading members">
      <div className="members">
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: six equal shapes that never move
          <div key={index} className="card member">
            <div className="gal gal-wait" />
            <div className="who">
              <Skeleton circle width={68} height={68} />
            </div>
            <div className="bd">
              <Skeleton width="55%" height={20} />
              <p>
                <Skeleton height={38} />
              </p>
            </div>
            <div className="trip">
              <Skeleton width={140} height={40} />
            </div>
            <div className="acts">
              <Skeleton height={44} />
              <Skeleton height={44} />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
