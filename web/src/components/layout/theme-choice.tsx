import { useState } from 'react'
import { chooseTheme, savedTheme } from '../../lib/theme.ts'

/** Light, dark or the system's setting; kept on this device. */
export function ThemeChoice() {
  const [choice, setChoice] = useState(() => savedTheme() ?? 'system')
  return (
    <label className="theme-choice">
      <span>Theme</span>
      <select
        value={choice}
        onChange={({ target }) => {
          const theme = target.value === 'light' || target.value === 'dark' ? target.value : undefined
          setChoice(theme ?? 'system')
          chooseTheme(theme)
        }}
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  )
}
