import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import ZoomIn from 'lucide-react/icons/zoom-in'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Peg } from '../ui/peg.tsx'
import * as styles from './board-controls.module.css'
import { FIRST_SQUARE, LAST_SQUARE, squarePlace } from './board-keys.ts'

interface BoardControlsProps {
  value: number | null
  onChange: (square: number) => void
  zoomed: boolean
  onZoom: () => void
  children?: ReactNode
}

/** The chosen square as text, with buttons that choose it precisely where the squares are too small for a finger. */
export function BoardControls({ value, onChange, zoomed, onZoom, children }: BoardControlsProps) {
  const place = value === null ? null : squarePlace(value)
  const step = (by: -1 | 1) => {
    const square = value === null ? FIRST_SQUARE : value + by
    if (square >= FIRST_SQUARE && square <= LAST_SQUARE) onChange(square)
  }

  return (
    <div className={styles.controls}>
      <p className={`small muted ${styles.hint}`}>Click a square, or type its number.</p>
      <span aria-hidden="true">
        <Peg value={value ?? '–'} tone={value === null ? 'plain' : 'tip'} size="lg" />
      </span>
      <div className="grow" aria-hidden="true">
        <div className="strong">{value === null ? 'No square chosen' : `Square ${value}`}</div>
        {place && <div className="small quiet">{`Row ${place.row}, column ${place.column}`}</div>}
      </div>
      <p className="visually-hidden" aria-live="polite">
        {place && `Square ${value}, row ${place.row}, column ${place.column}, selected`}
      </p>
      <div className={styles.stepper}>
        {/* Not disabled at the ends: a button that becomes disabled loses the focus. */}
        <IconButton
          line
          label="Previous square"
          icon={<Minus className="icon" aria-hidden="true" />}
          aria-disabled={value === FIRST_SQUARE}
          onClick={() => step(-1)}
        />
        <IconButton
          line
          label="Next square"
          icon={<Plus className="icon" aria-hidden="true" />}
          aria-disabled={value === LAST_SQUARE}
          onClick={() => step(1)}
        />
        <IconButton
          line
          className={styles.zoom}
          label="Enlarge the lake"
          icon={<ZoomIn className="icon" aria-hidden="true" />}
          aria-pressed={zoomed}
          onClick={onZoom}
        />
      </div>
      {children}
    </div>
  )
}
