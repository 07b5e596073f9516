import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { Pill } from '../../../components/ui/pill.tsx'
import type { WaitingCatch } from '../../../data/catches/waiting-record.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { CatchRow } from './catch-row.tsx'

export interface WaitingRowProps {
  one: WaitingCatch
  unit: WeightUnit
  onOpen: () => void
}

/** A catch that waits on this device, at its place in the list; it opens the catch. */
export function WaitingRow({ one, unit, onOpen }: WaitingRowProps) {
  const state =
    one.refusal === null ? (
      <Pill tone="warn" icon={<Clock className="icon" aria-hidden="true" />}>
        Waiting to be sent
      </Pill>
    ) : (
      <Pill tone="bad" icon={<CircleAlert className="icon" aria-hidden="true" />}>
        Not accepted
      </Pill>
    )
  return (
    <CatchRow one={{ ...one.fields, is_best: false }} unit={unit} isHeaviest={false} state={state} onOpen={onOpen} />
  )
}
