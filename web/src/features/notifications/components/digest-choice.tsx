import { useId, useState } from 'react'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { OPTION_CARD } from '../../../components/ui/option-card.ts'
import { useTimesMutation } from '../../../data/notifications/settings-mutations.ts'
import type { Digest } from '../../../data/notifications/settings-query.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import * as styles from '../settings.module.css'
import { DIGESTS } from '../settings-text.ts'

/** How often the member gets an email with their unread notifications. */
export function DigestChoice({ digest, onSaved }: { digest: Digest; onSaved: () => void }) {
  const heading = useId()
  const times = useTimesMutation()
  const toast = useToast()
  // The choice shows in the same frame as the press, before the stored settings have changed.
  const [pressed, setPressed] = useState<Digest>()
  return (
    <Card as="section" pad aria-labelledby={heading}>
      <h2 id={heading}>Email digest</h2>
      <div className={styles.options} role="radiogroup" aria-labelledby={heading}>
        {DIGESTS.map(({ value, title, text }) => (
          <label key={value} className={OPTION_CARD}>
            <input
              type="radio"
              name="digest"
              value={value}
              checked={(pressed ?? digest) === value}
              onChange={() => {
                setPressed(value)
                times.mutate(
                  { digest: value },
                  {
                    onSuccess: onSaved,
                    onError: (error) => toast(bannerText('saveSettings', error), true),
                    onSettled: () => setPressed(undefined),
                  },
                )
              }}
            />
            <span>
              <b>{title}</b>
              <span className="small quiet">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </Card>
  )
}
