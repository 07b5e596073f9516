import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { PackageItem, PrizePackage, RecentAward } from '../../../data/prizes/console-packages-query.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { STOCK_TONES, VIEW_NAMES } from '../package-views.ts'
import * as styles from '../prizes.module.css'
import { ItemTile } from './item-tile.tsx'

export interface PackageCardProps {
  prizePackage: PrizePackage
  /** The item that the address names. */
  itemId?: string | undefined
  /** While its panel is open. */
  open: boolean
  onEdit: () => void
  onAddItem: () => void
  onEditItem: (item: PackageItem) => void
  onDelete: () => void
  onRemoveItem: (item: PackageItem) => void
  onWithdraw: (item: PackageItem, award: RecentAward) => void
}

/** One package with its stock and its items. */
export function PackageCard(props: PackageCardProps) {
  const { prizePackage, itemId, open, onEdit, onAddItem, onEditItem, onDelete, onRemoveItem, onWithdraw } = props
  const { name, description, stock, totalQuantity, remainingQuantity, items } = prizePackage
  const tone = STOCK_TONES[stock]
  const titleId = `package-${prizePackage.id}`
  return (
    <article className={`card ${styles.prizePackage}`} aria-labelledby={titleId} data-open={open || undefined}>
      <header className={styles.packageHead}>
        <div className="grow">
          <div className="cluster wrap" style={{ gap: 10 }}>
            <h2 id={titleId} dir="auto">
              {name}
            </h2>
            {tone && <Pill tone={tone}>{VIEW_NAMES[stock]}</Pill>}
          </div>
          {prizePackage.price !== null && (
            <p className="quiet">
              Reward for {formatCount(prizePackage.price, 'point')},{' '}
              {prizePackage.limit === null ? 'without a limit' : `${prizePackage.limit} per member and season`}
            </p>
          )}
          {description && (
            <p className={styles.description} dir="auto">
              {description}
            </p>
          )}
        </div>
        <dl className={styles.stock}>
          <div>
            <dt>Total</dt>
            <dd className="figure figure-md">{formatPoints(totalQuantity)}</dd>
          </div>
          <div>
            <dt>Remaining</dt>
            <dd className="figure figure-md">{formatPoints(remainingQuantity)}</dd>
          </div>
        </dl>
        <RowActions>
          <IconButton label={`Edit ${name}`} icon={<Pencil className="icon" aria-hidden="true" />} onClick={onEdit} />
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 className="icon" aria-hidden="true" />}
            onClick={onDelete}
          />
        </RowActions>
      </header>
      {items.length === 0 ? (
        <p className="quiet">This package has no items. It cannot be assigned.</p>
      ) : (
        <ul className={styles.tiles} aria-label={`Items of ${name}`}>
          {items.map((item) => (
            <ItemTile
              key={item.id}
              item={item}
              named={item.id === itemId}
              onEdit={() => onEditItem(item)}
              onRemove={() => onRemoveItem(item)}
              onWithdraw={(award) => onWithdraw(item, award)}
            />
          ))}
        </ul>
      )}
      <Button
        variant="line"
        size="sm"
        className={styles.addItem}
        icon={<Plus className="icon" aria-hidden="true" />}
        aria-label={`Add item to ${name}`}
        onClick={onAddItem}
      >
        Add item
      </Button>
    </article>
  )
}
