import FileText from 'lucide-react/icons/file-text'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { ScaleIcon } from '../../../components/ui/scale-icon.tsx'
import type { Figures } from '../../../data/dashboard/figures-query.ts'
import type { ReferralStats } from '../../../data/dashboard/referral-stats-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../tiles.module.css'

export interface StatTilesProps {
  /** Undefined while loading. */
  figures: Figures | undefined
  /** Null when they could not be loaded. */
  referrals: ReferralStats | null | undefined
  /** Leaves out the figures that are zero, as for a new member. */
  sparse?: boolean
}

/** The five smaller figures beside the points. */
export function StatTiles({ figures, referrals, sparse = false }: StatTilesProps) {
  const isLeftOut = (count: number | undefined) => sparse && count === 0
  return (
    <dl className={styles.statTiles}>
      {!isLeftOut(referrals?.total) && (
        <Tile
          label="Referrals"
          wide
          loading={referrals === undefined}
          icon={<Users className="icon" aria-hidden="true" />}
        >
          {referrals === null && '–'}
          {referrals && (
            <>
              {formatPoints(referrals.completed)}
              <span className="visually-hidden"> completed of</span>
              <small>
                <span aria-hidden="true"> /</span> {formatPoints(referrals.total)}
              </small>
            </>
          )}
        </Tile>
      )}
      {COUNTS.filter(({ of }) => !isLeftOut(figures?.[of])).map(({ of, label, icon, wide }) => (
        <Tile key={of} label={label} wide={wide} loading={figures === undefined} icon={icon}>
          {figures && formatPoints(figures[of])}
        </Tile>
      ))}
    </dl>
  )
}

const COUNTS = [
  { of: 'badges', label: 'Badges', icon: <ScaleIcon />, wide: true },
  { of: 'posts', label: 'Posts', icon: <FileText className="icon" aria-hidden="true" />, wide: false },
  { of: 'comments', label: 'Comments', icon: <MessageCircle className="icon" aria-hidden="true" />, wide: false },
  { of: 'reactions', label: 'Reactions', icon: <Heart className="icon" aria-hidden="true" />, wide: false },
] as const

/** Whether all of the smaller figures are zero. */
export const hasNoTiles = (figures: Figures, referrals: Pick<ReferralStats, 'total'>): boolean =>
  referrals.total === 0 && COUNTS.every(({ of }) => figures[of] === 0)

interface TileProps {
  label: string
  icon: ReactNode
  wide?: boolean
  loading: boolean
  children: ReactNode
}

function Tile({ label, icon, wide = false, loading, children }: TileProps) {
  return (
    <div className={joinClasses(`card ${styles.tile}`, wide && styles.wide)}>
      <dt className={styles.label}>
        {icon}
        {label}
      </dt>
      <dd className="figure">{loading ? <Skeleton width={48} height={32} /> : children}</dd>
    </div>
  )
}
