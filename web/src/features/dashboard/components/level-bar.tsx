import type { Level } from '../../../../../contract/src/column-types.ts'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { SharePicture } from '../../../components/share/share-picture.tsx'
import { ownPicture } from '../../../data/pictures/own-picture.ts'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../level.module.css'
import { shareOf } from '../level-share.ts'

/** The member's level, and how far the next one is. Undefined while loading; null if the club has no levels. */
export function LevelBar({ level }: { level: Level | null | undefined }) {
  const summary = useOwnSummary()
  if (level === null) return null
  return (
    <div className={styles.level}>
      {level ? (
        <>
          <div className={styles.head}>
            <p className={styles.words}>
              <span className="visually-hidden">Level </span>
              <bdi className="strong">{level.name}</bdi>
              <span className={styles.between}> · </span>
              <span className={styles.left}>
                {level.next_points === null ? (
                  'Highest level'
                ) : (
                  <>
                    {formatCount(level.next_points - level.earned, 'point')} to <bdi>{level.next_name}</bdi>
                  </>
                )}
              </span>
            </p>
            {summary?.isSuspended === false && (
              <SharePicture
                make={ownPicture(summary.id, { kind: 'level' })}
                fileName="my-level"
                title="My level"
                of="of your level"
                iconOnly
                className={styles.share}
              />
            )}
          </div>
          {/* The words say the same. */}
          {level.next_points !== null && (
            <div className={styles.track} aria-hidden="true">
              <i style={{ width: `${shareOf(level)}%` }} />
            </div>
          )}
        </>
      ) : (
        <Skeleton width="60%" height={20} />
      )}
    </div>
  )
}
