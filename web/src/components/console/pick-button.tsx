import { Button } from '../ui/button.tsx'
import * as styles from './filter-chip.module.css'

export interface PickButtonProps {
  isPicking: boolean
  onPick: (isPicking: boolean) => void
}

/** Begins and ends the picking of rows on a phone; on laptops the checkboxes are always there. */
export function PickButton({ isPicking, onPick }: PickButtonProps) {
  return (
    <Button variant="line" className={styles.pickButton} onClick={() => onPick(!isPicking)}>
      {isPicking ? 'Done' : 'Select'}
    </Button>
  )
}
