import { Pill } from '../../../components/ui/pill.tsx'
import * as styles from '../import.module.css'
import { type Fate, fateTone, tally } from '../import-text.ts'

/** How many rows have each fate. */
export function FateChips({ fates, are }: { fates: readonly Fate[]; are: 'planned' | 'done' }) {
  return (
    <ul className={styles.chips}>
      {tally(fates, are).map(({ fate, text }) => (
        <li key={fate}>
          <Pill tone={fateTone(fate)}>{text}</Pill>
        </li>
      ))}
    </ul>
  )
}
