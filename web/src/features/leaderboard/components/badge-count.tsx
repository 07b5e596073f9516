import { ScaleIcon } from '../../../components/ui/icons.tsx'
import { formatCount } from '../../../lib/format.ts'

/** "4 badges" behind a small scale. */
export function BadgeCount({ count, plain = false }: { count: number; plain?: boolean }) {
  return (
    <span className="badge-n">
      {!plain && <ScaleIcon className="" />}
      {formatCount(count, 'badge')}
    </span>
  )
}
