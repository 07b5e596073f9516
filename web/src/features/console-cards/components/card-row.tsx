import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowAction } from '../../../components/console/row-action.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { ConsoleCard } from '../../../data/cards/console-cards-query.ts'
import { formatDay } from '../../../lib/format.ts'
import { PLACEMENTS } from '../card-draft.ts'
import { CARD_TONES, cardStatus } from '../card-status.ts'

export interface CardRowProps {
  card: ConsoleCard
  now: Date
  /** While it is being switched. */
  busy: boolean
  onSwitch: () => void
  onEdit: () => void
  onDelete: () => void
}

/** One info card in the list. */
export function CardRow({ card, now, busy, onSwitch, onEdit, onDelete }: CardRowProps) {
  const status = cardStatus(card, now)
  const place = PLACEMENTS.find(({ value }) => value === card.placement)?.label
  const word = card.isActive ? 'Deactivate' : 'Activate'
  return (
    <li className="media-row">
      {card.imageUrl ? (
        <Photo className="media-row-pic" url={card.imageUrl} alt="" width={112} height={48} />
      ) : (
        <span className="media-row-pic media-row-art" />
      )}
      <div className="media-row-text">
        <h2 className="strong" dir="auto">
          {card.title}
        </h2>
        <p className="small quiet">
          {place} · {formatDay(card.startDate)} to {formatDay(card.endDate)}
          {!card.isActive && status !== 'Inactive' && ' · switched off'}
        </p>
      </div>
      <Pill tone={CARD_TONES[status]}>{status}</Pill>
      <div className="acts-end">
        <RowAction
          label={`${word} ${card.title}`}
          word={word}
          icon={card.isActive ? <EyeOff className="i" aria-hidden="true" /> : <Eye className="i" aria-hidden="true" />}
          aria-disabled={busy || undefined}
          onClick={onSwitch}
        />
        <RowAction
          label={`Edit ${card.title}`}
          word="Edit"
          icon={<Pencil className="i" aria-hidden="true" />}
          onClick={onEdit}
        />
        <RowAction
          danger
          label={`Delete ${card.title}`}
          word="Delete"
          icon={<Trash2 className="i" aria-hidden="true" />}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}
