import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { KeyboardEvent, Ref } from 'react'
import { WEIGHT } from '../../../../contract/src/limits.ts'
import { parseWeight, type WeightUnit } from '../../lib/weight.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { poundsAndOunces } from './pounds-and-ounces.ts'
import { Ruler } from './ruler.tsx'
import * as styles from './weight-readout.module.css'

export interface WeightReadoutProps {
  /** As typed. */
  value: string
  unit: WeightUnit
  onChange: (text: string) => void
  readOnly?: boolean
  invalid?: boolean
  /** Id of the element that shows the value's error. */
  describedBy?: string
  inputRef?: Ref<HTMLInputElement>
}

/** Where the step buttons start: a good carp. Until they are used it is only a placeholder, not a guess. */
const START: Record<WeightUnit, number> = { kg: 11, lbs: 24 }

/** A weight on the deep panel, typed or changed with step buttons. */
export function WeightReadout(props: WeightReadoutProps) {
  const { value, unit, onChange, readOnly = false, invalid = false, describedBy, inputRef } = props
  const { step, max } = WEIGHT[unit]
  const typed = parseWeight(value, unit)
  const isBlank = value.trim() === ''
  const weight = (typed.ok && typed.value) || (isBlank ? START[unit] : 0)

  const stepBy = (steps: number) => {
    if (readOnly) return
    const next = Math.min(max, Math.max(0, weight + steps * step))
    onChange(`${Number(next.toFixed(2))}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <div className={`${styles.readout} on-deep`}>
      <div className={styles.controls}>
        <IconButton
          label={`Decrease by ${step}`}
          icon={<Minus className="icon" aria-hidden="true" />}
          onClick={() => stepBy(-1)}
        />
        <div className={styles.value}>
          <input
            ref={inputRef}
            aria-label={`Weight in ${unit}`}
            aria-invalid={invalid}
            aria-describedby={describedBy}
            inputMode="decimal"
            autoComplete="off"
            placeholder={START[unit].toFixed(1)}
            maxLength={8}
            value={value}
            readOnly={readOnly}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <IconButton
          label={`Increase by ${step}`}
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => stepBy(1)}
        />
      </div>
      {isBlank ? (
        <div className={styles.inPounds}>
          No guess yet. The buttons start at {START[unit].toFixed(1)} {unit}.
        </div>
      ) : (
        <div className={styles.inPounds} aria-hidden="true">
          {unit} · {poundsAndOunces(weight, unit)}
        </div>
      )}
      <Ruler steps={Math.round(weight / step)} />
    </div>
  )
}
