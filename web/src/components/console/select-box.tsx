import { type KeyboardEvent, useRef } from 'react'
import * as styles from './select-box.module.css'

export interface SelectBoxProps {
  /** Names the row too: `Select Dan`. */
  label: string
  checked: boolean
  /** Some of what it stands for is selected. */
  some?: boolean
  /** @param isRange with Shift: up to here. */
  onToggle: (isRange: boolean) => void
}

/** The checkbox of a row, or of all rows of a page. */
export function SelectBox({ label, checked, some = false, onToggle }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const isRangeKey = ({ key, shiftKey }: KeyboardEvent) => key === ' ' && shiftKey
  return (
    <input
      ref={(element) => {
        box.current = element
        if (element) element.indeterminate = some && !checked
      }}
      type="checkbox"
      className={styles.selectBox}
      aria-label={label}
      checked={checked}
      // With Shift the browser would select the text up to here, and not every one passes the key on with a click.
      onMouseDown={(event) => {
        if (!event.shiftKey) return
        event.preventDefault()
        box.current?.focus()
      }}
      onKeyDown={(event) => {
        if (!isRangeKey(event)) return
        event.preventDefault()
        if (!event.repeat) onToggle(true)
      }}
      onKeyUp={(event) => isRangeKey(event) && event.preventDefault()}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  )
}
