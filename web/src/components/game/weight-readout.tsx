import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { KeyboardEvent, Ref } from 'react'
import { WEIGHT } from '../../../../contract/src/limits.ts'
import { parseWeight, type WeightUnit } from '../../lib/weight.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Ruler } from './ruler.tsx'

export interface WeightReadoutProps {
  /** As typed. */
  value: string
  unit: WeightUnit
  onChange: (text: string) => void
  readOnly?: boolean
  invalid?: boolean
  /** Id of what is wrong with the value. */
  describedBy?: string
  inputRef?: Ref<HTMLInputElement>
}

/** A weight on the deep panel, typed or stepped. */
export function WeightReadout(props: WeightReadoutProps) {
  const { value, unit, onChange, readOnly = false, invalid = false, describedBy, inputRef } = props
  const { step, max } = WEIGHT[unit]
  const typed = parseWeight(value, unit)
  const weight = typed.ok ? (typed.value ?? 0) : 0

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
    <div className="readout on-deep">
      <div className="readout-top">
        <IconButton
          label={`Decrease by ${step}`}
          icon={<Minus className="i" aria-hidden="true" />}
          onClick={() => stepBy(-1)}
        />
        <div className="readout-value">
          <input
            ref={inputRef}
            aria-label={`Weight in ${unit}`}
            aria-invalid={invalid}
            aria-describedby={describedBy}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            maxLength={8}
            value={value}
            readOnly={readOnly}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <span aria-hidden="true">{unit}</span>
        </div>
        <IconButton
          label={`Increase by ${step}`}
          icon={<Plus className="i" aria-hidden="true" />}
          onClick={() => stepBy(1)}
        />
      </div>
      <Ruler steps={Math.round(weight / step)} />
    </div>
  )
}
