import { useId, useState } from 'react'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { type Times, useTimesMutation } from '../../../data/notifications/settings-mutations.ts'
import type { NotificationSettings } from '../../../data/notifications/settings-query.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { formatTime } from '../../../lib/format.ts'
import * as styles from '../settings.module.css'
import { timesOfDay } from '../settings-text.ts'

interface QuietHoursProps {
  settings: NotificationSettings
  onSaved: () => void
}

/**
 * Between these times no push messages or emails are sent; the app still shows notifications. If both times are equal,
 * there are no quiet hours.
 */
export function QuietHours({ settings, onSaved }: QuietHoursProps) {
  const heading = useId()
  const times = useTimesMutation()
  const toast = useToast()
  const { quiet_from: from, quiet_until: until, time_zone: zone } = settings
  const on = from !== until
  // Stored as equal times, quiet hours that are off have none to come back to.
  const [last, setLast] = useState({ from: '22:00', until: '07:00' })
  if (on && (last.from !== from || last.until !== until)) setLast({ from, until })
  const save = (change: Times) =>
    times.mutate(change, { onSuccess: onSaved, onError: (error) => toast(bannerText('saveSettings', error), true) })
  return (
    <Card as="section" pad aria-labelledby={heading}>
      <div className={styles.line}>
        <div className="grow">
          <h2 id={heading}>Quiet hours</h2>
          <p className="small quiet">
            Between these times, the push notifications and emails chosen above are held back. They are sent when quiet
            hours end.
          </p>
        </div>
        <Switch label="Quiet hours" checked={on} onChange={(isOn) => save(isOn ? last : { until: from })} />
      </div>
      {on && (
        <>
          <div className={styles.hours}>
            <TimeField label="From" value={from} other={until} onChange={(value) => save({ from: value })} />
            <TimeField label="Until" value={until} other={from} onChange={(value) => save({ until: value })} />
          </div>
          <p className="small quiet">Times in {zone.replaceAll('_', ' ')}.</p>
        </>
      )}
    </Card>
  )
}

interface TimeFieldProps {
  label: string
  value: string
  /** Cannot be chosen: equal times would end the quiet hours. */
  other: string
  onChange: (value: string) => void
}

function TimeField({ label, value, other, onChange }: TimeFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select className="input" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {timesOfDay(value)
          .filter((time) => time !== other)
          .map((time) => (
            <option key={time} value={time}>
              {formatTime(new Date(`2026-01-01T${time}`))}
            </option>
          ))}
      </select>
    </div>
  )
}
