import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import * as rows from '../../../components/console/media-rows.module.css'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import type { RowSelection } from '../../../components/console/row-selection.ts'
import { SelectBox } from '../../../components/console/select-box.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { ConsoleCard } from '../../../data/cards/console-cards-query.ts'
import { formatDay } from '../../../lib/format.ts'
import { PLACEMENTS } from '../card-schema.ts'
import { CARD_TONES, cardStatus } from '../card-status.ts'

export interface CardRowProps {
  card: ConsoleCard
  now: Date
  selection: RowSelection<ConsoleCard>
  /** While its panel is open. */
  open: boolean
  /** While a switch request runs. */
  busy: boolean
  onSwitch: () => void
  onEdit: () => void
  onDelete: () => void
}

/** One info card in the list. */
export function CardRow({ card, now, selection, open, busy, onSwitch, onEdit, onDelete }: CardRowProps) {
  const status = cardStatus(card, now)
  const place = PLACEMENTS.find(({ value }) => value === card.placement)?.label
  const verb = card.isActive ? 'Deactivate' : 'Activate'
  return (
    <li className={rows.item} data-selected={selection.isSelected(card) || open || undefined}>
      <span className={rows.pick}>
        <SelectBox
          label={`Select ${card.title}`}
          checked={selection.isSelected(card)}
          onToggle={(isRange) => selection.onToggle(card, isRange)}
        />
      </span>
      {card.imageUrl ? (
        <Photo className={rows.picture} url={card.imageUrl} alt="" width={112} height={48} />
      ) : (
        <span className={`${rows.picture} ${rows.drawn}`} />
      )}
      <div className={rows.text}>
        <h2 className="strong" dir="auto">
          {card.title}
        </h2>
        <p className="small quiet">
          {place} · {formatDay(card.startDate)} to {formatDay(card.endDate)}
          {!card.isActive && status !== 'Inactive' && ' · deactivated'}
        </p>
      </div>
      <Pill tone={CARD_TONES[status]}>{status}</Pill>
      <RowActions className={rows.actions}>
        <RowAction
          label={`${verb} ${card.title}`}
          text={verb}
          icon={
            card.isActive ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />
          }
          aria-disabled={busy || undefined}
          onClick={onSwitch}
        />
        <RowAction
          label={`Edit ${card.title}`}
          text="Edit"
          icon={<Pencil className="icon" aria-hidden="true" />}
          onClick={onEdit}
        />
        <RowAction
          danger
          label={`Delete ${card.title}`}
          text="Delete"
          icon={<Trash2 className="icon" aria-hidden="true" />}
          onClick={onDelete}
        />
      </RowActions>
    </li>
  )
}
