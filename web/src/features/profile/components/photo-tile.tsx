import Trash2 from 'lucide-react/icons/trash-2'
import { Photo } from '../../../components/ui/photo.tsx'

export interface PhotoTileProps {
  url: string
  name: string
  onDelete: () => void
}

/** One fishing photo with its delete button. */
export function PhotoTile({ url, name, onDelete }: PhotoTileProps) {
  return (
    <li>
      <div className="media">
        <Photo url={url} alt={name} width={240} height={240} />
      </div>
      <button type="button" className="del" aria-label={`Delete ${name.toLowerCase()}`} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </button>
    </li>
  )
}
