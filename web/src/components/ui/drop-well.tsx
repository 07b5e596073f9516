import ImagePlus from 'lucide-react/icons/image-plus'
import { joinClasses } from '../../lib/join-classes.ts'
import * as styles from './photo-drop.module.css'

export interface DropWellProps {
  dragging: boolean
  invalid: boolean
  disabled: boolean
  onChoose: () => void
}

/** The empty area of a photo field; a click anywhere opens the file picker. */
export function DropWell({ dragging, invalid, disabled, onChoose }: DropWellProps) {
  return (
    <button
      type="button"
      className={joinClasses(styles.drop, dragging && styles.dragging)}
      data-invalid={invalid || undefined}
      disabled={disabled}
      onClick={onChoose}
    >
      <ImagePlus className="icon" aria-hidden="true" />
      <b>{dragging ? 'Drop the photo here' : 'Add a photo'}</b>
      <span className="hint">Choose, drop or paste a JPEG, PNG or WebP, up to 5 MB</span>
    </button>
  )
}
