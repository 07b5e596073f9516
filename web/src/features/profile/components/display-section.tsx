import { useId, useState } from 'react'
import { Card } from '../../../components/ui/card.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { chosenLocale, formatMoment } from '../../../lib/format.ts'
import { chooseTheme, savedTheme } from '../../../lib/theme.ts'
import { chooseLocale } from '../choose-locale.ts'
import * as styles from '../profile.module.css'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

// The order of day and month, and the clock of 12 or 24 hours, are what differs.
const LOCALES = [
  ['en-GB', 'United Kingdom'],
  ['en-US', 'United States'],
  ['en-AU', 'Australia'],
  ['en-CA', 'Canada'],
] as const

/**
 * How the site looks on this device; stored here and not with the account.
 * @param onDates called after a change of the dates, so that dates already on the page can be written again.
 */
export function DisplaySection({ onDates }: { onDates: () => void }) {
  const heading = useId()
  const dates = useId()
  const [theme, setTheme] = useState<(typeof THEMES)[number]['value']>(() => savedTheme() ?? 'system')
  const [locale, setLocale] = useState(() => chosenLocale() ?? '')
  return (
    <Card as="section" pad className={styles.display} aria-labelledby={heading}>
      <h2 id={heading}>Display</h2>
      <p className="small muted">For this device only.</p>
      <div>
        <div className="label">Theme</div>
        <Segmented
          label="Theme"
          role="radiogroup"
          options={THEMES}
          value={theme}
          onChange={(chosen) => {
            setTheme(chosen)
            chooseTheme(chosen === 'system' ? undefined : chosen)
          }}
        />
      </div>
      <Field id={dates} label="Dates and times" hint={`Now: ${formatMoment(new Date())}`}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={locale}
            onChange={({ target }) => {
              setLocale(target.value)
              chooseLocale(target.value || undefined)
              onDates()
            }}
          >
            <option value="">Follow the device</option>
            {LOCALES.map(([code, country]) => (
              <option key={code} value={code}>
                {country}
              </option>
            ))}
          </select>
        )}
      </Field>
    </Card>
  )
}
