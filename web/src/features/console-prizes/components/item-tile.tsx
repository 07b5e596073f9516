import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useRef } from 'react'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import type { PackageItem, RecentAward } from '../../../data/prizes/console-packages-query.ts'
import { currencyQuery } from '../../../data/site/club-defaults-query.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { formatAmount } from '../../../lib/format-amount.ts'
import { PRIZE_TYPES } from '../prize-schema.ts'
import * as styles from '../prizes.module.css'

const STATUS: Record<string, string | undefined> = { assigned: 'Assigned', pending: 'Pending', claimed: 'Claimed' }

export interface ItemTileProps {
  item: PackageItem
  /** The address names it: it comes into view with the focus. */
  named?: boolean
  onEdit: () => void
  onRemove: () => void
  onWithdraw: (award: RecentAward) => void
}

/** One item of a package: its description, stock and recent winners. */
export function ItemTile({ item, named = false, onEdit, onRemove, onWithdraw }: ItemTileProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!named) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [named])
  useReadHere(named ? `/admin/prizes?item=${item.id}` : undefined)
  const { data: symbol } = useQuery(currencyQuery())
  const type = PRIZE_TYPES.find((known) => known.type === item.type)?.name
  return (
    <li className={styles.tile}>
      <div className="media ratio-3-2">
        <PrizeImage url={item.imageUrl} type={item.type} width={300} height={200} />
      </div>
      <div className={styles.tileText}>
        <div className="cluster cluster-top" style={{ gap: 8 }}>
          <h3 className="grow" dir="auto" ref={heading} tabIndex={named ? -1 : undefined}>
            {item.title}
          </h3>
          <IconButton
            label={`Edit item ${item.title}`}
            icon={<Pencil className="icon" aria-hidden="true" />}
            onClick={onEdit}
          />
          <IconButton
            label={`Remove item ${item.title}`}
            icon={<Trash2 className="icon" aria-hidden="true" />}
            onClick={onRemove}
          />
        </div>
        <p className="quiet">
          {type}
          {item.pointsValue !== null && `, ${formatCount(item.pointsValue, 'point')}`}
          {item.retailValue !== null && symbol && `, worth ${formatAmount(item.retailValue, symbol)}`}
        </p>
        {item.description && (
          <p className="clamp-two" dir="auto">
            {item.description}
          </p>
        )}
        <p>
          <span className="figure">
            {formatPoints(item.remaining)}/{formatPoints(item.quantity)}
          </span>{' '}
          <span className="quiet">remaining</span>
        </p>
        {item.awards.length > 0 && (
          <ul className={styles.awards} aria-label={`Recent awards of ${item.title}`}>
            {item.awards.map((award) => (
              <li key={award.id}>
                <Avatar id={award.winner.id} name={award.winner.username} src={award.winner.avatarUrl} size={32} />
                <span className="grow">
                  <span className="strong ellipsis" dir="auto">
                    {award.winner.username}
                  </span>
                  <span className="quiet">
                    {STATUS[award.status] ?? award.status}
                    {award.pointsPaid !== null && `, for ${formatCount(award.pointsPaid, 'point')}`}
                  </span>
                </span>
                {award.status !== 'claimed' && (
                  <IconButton
                    label={`Take back ${item.title} from ${award.winner.username}`}
                    icon={<Undo2 className="icon" aria-hidden="true" />}
                    onClick={() => onWithdraw(award)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
