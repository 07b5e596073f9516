import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useWide } from '../../hooks/use-wide.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import * as styles from './detail-panel.module.css'

export interface DetailPanelProps {
  /** One row of the list, in lower case, e.g. `report`. */
  noun: string
  /** Where the row stands in the list, e.g. `Report 1 of 4`. */
  place: string
  onStep: (step: 1 | -1) => void
  onClose: () => void
  children: ReactNode
}

/** One row of a list in detail: beside the list on laptops, a sheet on phones. */
export function DetailPanel({ noun, place, onStep, onClose, children }: DetailPanelProps) {
  const wide = useWide()
  const steps = (
    <>
      <IconButton
        label={`Previous ${noun}`}
        icon={<ChevronUp className="icon" aria-hidden="true" />}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={`Next ${noun}`}
        icon={<ChevronDown className="icon" aria-hidden="true" />}
        onClick={() => onStep(1)}
      />
    </>
  )
  if (!wide)
    return (
      <Sheet open onClose={onClose} title={place} className={styles.sheet}>
        <div className={styles.steps}>{steps}</div>
        {children}
      </Sheet>
    )
  return (
    <aside className={styles.panel} aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}>
      <div className={styles.panelHead}>
        <span className="grow">{place}</span>
        {steps}
        <IconButton label="Close" icon={<X className="icon" aria-hidden="true" />} onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}

/** The part of a panel that scrolls. */
export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** The part of a panel that stays at its end. */
export function PanelFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
