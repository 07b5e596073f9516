import * as styles from './switch.module.css'

export interface SwitchProps {
  /** The accessible name. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, 46 by 28 px inside a target of 52 by 44; takes effect at once. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label className={styles.target}>
      <input
        type="checkbox"
        role="switch"
        className={styles.knob}
        aria-label={label}
        checked={checked}
        aria-checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
