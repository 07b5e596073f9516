import type { ShippingMethod as Method } from '../../../data/prizes/award.ts'
import { SHIPPING } from '../shipping.ts'

export interface ShippingMethodProps {
  value: Method
  onChange: (method: Method) => void
}

/** Two ways to send the prize, as cards with their radio. */
export function ShippingMethod({ value, onChange }: ShippingMethodProps) {
  return (
    <fieldset className="form-sec">
      <legend className="h2">Shipping method</legend>
      <div className="grid2 opts">
        {SHIPPING.map(({ method, name, time }) => (
          <label key={method} className="opt-card">
            <input
              type="radio"
              name="method"
              value={method}
              checked={value === method}
              onChange={() => onChange(method)}
            />
            <span>
              <span className="strong">{name}</span>
              <br />
              <span className="small muted">{time}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
