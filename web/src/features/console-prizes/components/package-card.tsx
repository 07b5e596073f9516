import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { PackageItem, PrizePackage, RecentAward } from '../../../data/prizes/console-packages-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { ItemTile } from './item-tile.tsx'

export interface PackageCardProps {
  prizePackage: PrizePackage
  onEdit: () => void
  onDelete: () => void
  onRemoveItem: (item: PackageItem) => void
  onWithdraw: (item: PackageItem, award: RecentAward) => void
}

/** One package with its stock and its items. */
export function PackageCard({ prizePackage, onEdit, onDelete, onRemoveItem, onWithdraw }: PackageCardProps) {
  const { name, description, isActive, totalQuantity, remainingQuantity, items } = prizePackage
  const titleId = `package-${prizePackage.id}`
  return (
    <article className="card prize-package" aria-labelledby={titleId}>
      <header className="prize-package-head">
        <div className="grow">
          <div className="row wrap" style={{ gap: 10 }}>
            <h2 id={titleId} dir="auto">
              {name}
            </h2>
            {!isActive && <Pill>Inactive</Pill>}
          </div>
          {description && (
            <p className="prize-package-words" dir="auto">
              {description}
            </p>
          )}
        </div>
        <dl className="prize-stock">
          <div>
            <dt>Total</dt>
            <dd className="num num-md">{formatPoints(totalQuantity)}</dd>
          </div>
          <div>
            <dt>Remaining</dt>
            <dd className="num num-md">{formatPoints(remainingQuantity)}</dd>
          </div>
        </dl>
        <div className="acts-end">
          <IconButton label={`Edit ${name}`} icon={<Pencil className="i" aria-hidden="true" />} onClick={onEdit} />
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 className="i" aria-hidden="true" />}
            className="is-danger"
            onClick={onDelete}
          />
        </div>
      </header>
      {items.length === 0 ? (
        <p className="quiet">This package has no items. It cannot be assigned.</p>
      ) : (
        <ul className="prize-tiles" aria-label={`Items of ${name}`}>
          {items.map((item) => (
            <ItemTile
              key={item.id}
              item={item}
              onRemove={() => onRemoveItem(item)}
              onWithdraw={(award) => onWithdraw(item, award)}
            />
          ))}
        </ul>
      )}
    </article>
  )
}
