import type { Level } from '../../../../../contract/src/column-types.ts'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../level.module.css'
import { shareOf } from '../level-share.ts'

/** The member's level, and how far the next one is. Undefined while loading; null if the club has no levels. */
export function LevelBar({ level }: { level: Level | null | undefined }) {
  if (level === null) return null
  return (
    <div className={styles.level}>
      {level ? (
        <>
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
