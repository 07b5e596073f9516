import { Sheet } from '../../components/ui/sheet.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { Keys } from './keys.tsx'
import * as styles from './palette.module.css'
import type { PaletteEntry } from './palette-entries.ts'

export interface ShortcutsProps {
  open: boolean
  onClose: () => void
  sections: readonly PaletteEntry[]
  /** Whether single keys do anything. */
  single: boolean
  onSingle: (single: boolean) => void
}

/** The keys of the console, and a switch that turns single keys off. */
export function Shortcuts({ open, onClose, sections, single, onSingle }: ShortcutsProps) {
  const everywhere: [what: string, keys: string][] = [
    ['Search or jump to', 'Ctrl K'],
    ['These shortcuts', '?'],
    ['Search this list', '/'],
    ['Filter', 'F'],
    ['Create', 'C'],
    ['Close', 'Esc'],
  ]
  const goTo = sections.flatMap(({ label, keys }): [string, string][] => (keys ? [[label, keys]] : []))
  const moderation: [what: string, keys: string][] = [
    ['Next, previous report', 'J K'],
    ['Dismiss, Hide, Remove', '1 2 3'],
    ['Warn, Suspend', '4 5'],
    ['Undo', 'Z'],
  ]
  const selection: [what: string, keys: string][] = [
    ['Select up to this row', 'Shift Space'],
    ['Actions for the selected', '.'],
    ['Clear', 'Esc'],
  ]
  return (
    <Sheet open={open} onClose={onClose} title="Keyboard shortcuts" className={styles.shortcuts}>
      <div className={styles.tables}>
        <Table name="Everywhere" rows={everywhere} />
        <Table name="Go to" rows={goTo} />
        <Table name="Moderation" rows={moderation} />
        <Table name="Selection" rows={selection} />
      </div>
      <div className={styles.choice}>
        <span>Single keys, outside text fields</span>
        <Switch label="Single keys, outside text fields" checked={single} onChange={onSingle} />
      </div>
    </Sheet>
  )
}

function Table({ name, rows }: { name: string; rows: readonly [what: string, keys: string][] }) {
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {rows.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
