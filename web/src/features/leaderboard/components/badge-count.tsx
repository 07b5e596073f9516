import { ScaleIcon } from '../../../components/ui/scale-icon.tsx'
import { joinClasses } from '../../../lib/join-classes.ts'
import { formatCount } from '../../../lib/numbers.ts'
import * as styles from '../badge-count.module.css'

/** "4 badges" after a small icon; `plain`, for the deep panel, leaves out the icon. */
export function BadgeCount({ count, plain = false }: { count: number; plain?: boolean }) {
  return (
    <span className={joinClasses(styles.badges, plain && styles.plain)}>
      {!plain && <ScaleIcon className="" />}
      {formatCount(count, 'badge')}
    </span>
  )
}
