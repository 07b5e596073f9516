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
}

/** The five smaller figures beside the points. */
export function StatTiles({ figures, referrals }: StatTilesProps) {
  return (
    <dl className={styles.statTiles}>
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
      <Tile label="Badges" wide loading={figures === undefined} icon={<ScaleIcon />}>
        {figures && formatPoints(figures.badges)}
      </Tile>
      <Tile label="Posts" loading={figures === undefined} icon={<FileText className="icon" aria-hidden="true" />}>
        {figures && formatPoints(figures.posts)}
      </Tile>
      <Tile
        label="Comments"
        loading={figures === undefined}
        icon={<MessageCircle className="icon" aria-hidden="true" />}
      >
        {figures && formatPoints(figures.comments)}
      </Tile>
      <Tile label="Reactions" loading={figures === undefined} icon={<Heart className="icon" aria-hidden="true" />}>
        {figures && formatPoints(figures.reactions)}
      </Tile>
    </dl>
  )
}

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
