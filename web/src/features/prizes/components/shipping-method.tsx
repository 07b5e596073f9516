import { OPTION_CARD } from '../../../components/ui/option-card.ts'
import type { ShippingMethod as Method } from '../../../data/prizes/award.ts'
import * as styles from '../claim-form.module.css'
import { SHIPPING } from '../shipping.ts'

export interface ShippingMethodProps {
  value: Method
  onChange: (method: Method) => void
}

/** The two shipping methods, as cards with a radio button. */
export function ShippingMethod({ value, onChange }: ShippingMethodProps) {
  return (
    <fieldset className="form-section">
      <legend className="heading-2">Shipping method</legend>
      <div className={`field-pair ${styles.methods}`}>
        {SHIPPING.map(({ method, name, time }) => (
          <label key={method} className={OPTION_CARD}>
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
