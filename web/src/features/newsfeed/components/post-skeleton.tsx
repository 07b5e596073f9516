import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import * as actions from '../actions.module.css'
import * as feed from '../feed.module.css'
import * as styles from '../post.module.css'

const SHAPES = [false, true, false]
const ACTIONS = [52, 24, 40]

/** The skeleton of the first posts. @param shapes for each post, whether it has a photo. */
export function PostSkeleton({ shapes = SHAPES }: { shapes?: readonly boolean[] }) {
  return (
    <SkeletonGroup label="Loading posts">
      <div className={feed.posts}>
        {shapes.map((withPhoto, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <Card key={index} className={styles.post}>
            <div className={styles.head}>
              <Skeleton circle width={44} height={44} />
              <div className={`grow ${styles.lines}`}>
                <Skeleton width="38%" height={16} />
                <Skeleton width="24%" height={12} />
              </div>
            </div>
            {withPhoto && <div className={`media ${styles.media}`} />}
            {withPhoto && <ActionShapes />}
            <div className={`${styles.body} ${styles.lines}`}>
              <Skeleton height={20} />
              <Skeleton width="72%" height={20} />
            </div>
            {!withPhoto && <ActionShapes />}
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  )
}

/** The skeleton of the whole feed: the composer and the first posts. */
export function FeedSkeleton() {
  return (
    <>
      <Card className={styles.composerShape}>
        <Skeleton circle width={44} height={44} />
        <Skeleton width="48%" height={18} />
      </Card>
      <PostSkeleton />
    </>
  )
}

function ActionShapes() {
  return (
    <div className={`${actions.actions} ${styles.shapes}`}>
      {ACTIONS.map((width) => (
        <Skeleton key={width} width={width} height={22} />
      ))}
    </div>
  )
}
