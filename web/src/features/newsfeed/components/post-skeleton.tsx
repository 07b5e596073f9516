import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import '../newsfeed.css'
import '../post.css'

const SHAPES = [false, true, false]

/** The shape of the first posts. */
export function PostSkeleton() {
  return (
    <SkeletonGroup label="Loading posts">
      <div className="posts">
        {SHAPES.map((withPhoto, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Card key={index} className="post">
            <div className="post-head">
              <Skeleton circle width={44} height={44} />
              <div className="grow sk-lines">
                <Skeleton width="38%" height={16} />
                <Skeleton width="24%" height={12} />
              </div>
            </div>
            <div className="post-body sk-lines">
              <Skeleton height={16} />
              <Skeleton width="72%" height={16} />
            </div>
            {withPhoto && <div className="media r32" />}
            <div className="reacts">
              <Skeleton width="100%" height={44} className="sk-pill" />
            </div>
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  )
}
