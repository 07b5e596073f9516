import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import type { PackageItem, RecentAward } from '../../../data/prizes/console-packages-query.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { PRIZE_TYPES } from '../package-draft.ts'

const STATUS: Record<string, string | undefined> = { assigned: 'Assigned', pending: 'Pending', claimed: 'Claimed' }

export interface ItemTileProps {
  item: PackageItem
  onRemove: () => void
  onWithdraw: (award: RecentAward) => void
}

/** One item of a package: what it is, how many are left, and who won it lately. */
export function ItemTile({ item, onRemove, onWithdraw }: ItemTileProps) {
  const type = PRIZE_TYPES.find((known) => known.type === item.type)?.name
  return (
    <li className="prize-tile">
      <div className="media r32">
        <PrizeImage url={item.imageUrl} type={item.type} width={300} height={200} />
      </div>
      <div className="prize-tile-text">
        <div className="row row-top" style={{ gap: 8 }}>
          <h3 className="grow" dir="auto">
            {item.title}
          </h3>
          <IconButton
            label={`Remove item ${item.title}`}
            icon={<Trash2 className="i" aria-hidden="true" />}
            className="is-danger"
            onClick={onRemove}
          />
        </div>
        <p className="quiet">
          {type}
          {item.pointsValue !== null && `, ${formatCount(item.pointsValue, 'point')}`}
        </p>
        {item.description && (
          <p className="clamp2" dir="auto">
            {item.description}
          </p>
        )}
        <p>
          <span className="num">
            {formatPoints(item.remaining)}/{formatPoints(item.quantity)}
          </span>{' '}
          <span className="quiet">remaining</span>
        </p>
        {item.awards.length > 0 && (
          <ul className="prize-awards" aria-label={`Recent awards of ${item.title}`}>
            {item.awards.map((award) => (
              <li key={award.id}>
                <Avatar id={award.winner.id} name={award.winner.username} src={award.winner.avatarUrl} size={32} />
                <span className="grow">
                  <span className="strong ellipsis" dir="auto">
                    {award.winner.username}
                  </span>
                  <span className="quiet">{STATUS[award.status] ?? award.status}</span>
                </span>
                {award.status !== 'claimed' && (
                  <IconButton
                    label={`Take back ${item.title} from ${award.winner.username}`}
                    icon={<Undo2 className="i" aria-hidden="true" />}
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
