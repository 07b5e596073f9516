import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { pushFailureText } from '../../../data/push/failure-text.ts'
import { pushStateQuery, usePushMutation } from '../../../data/push/state-query.ts'
import type { PushState } from '../../../data/push/subscription.ts'
import * as styles from '../settings.module.css'

const TEXTS: Readonly<Record<PushState, string>> = {
  on: 'This device shows notifications while the site is closed.',
  off: 'Turn this on to see notifications while the site is closed.',
  blocked: 'Your browser blocks notifications. Allow them for this site in the browser’s settings first.',
  unsupported: 'This browser cannot show notifications. On an iPhone, add the site to the home screen first.',
}

const HERE: Readonly<Record<Exclude<PushState, 'on'>, string>> = {
  off: 'push is off on this one',
  blocked: 'this browser blocks notifications',
  unsupported: 'this browser cannot show notifications',
}

/** Above the column for push while this device receives none and another does. */
export const PushElsewhere = ({ state }: { state: Exclude<PushState, 'on'> }) => (
  <p className="small quiet">The push switches apply to your other devices: {HERE[state]}.</p>
)

/** Says why push stays off; nothing if the browser's question was dismissed, because then nothing has failed. */
function tellRefusal(toast: ReturnType<typeof useToast>, state: Exclude<PushState, 'on'>): void {
  if (state !== 'off') toast(TEXTS[state], true)
}

/** In place of the column for push while none of the member's devices receives any. */
export function TurnPushOn({ state, onSaved }: { state: PushState; onSaved: () => void }) {
  const push = usePushMutation()
  const toast = useToast()
  if (state !== 'off') return <p className={`well small quiet ${styles.offer}`}>{TEXTS[state]}</p>
  return (
    <div className={`well ${styles.offer}`}>
      <p className="small quiet">None of your devices shows push notifications.</p>
      <Button
        variant="line"
        size="sm"
        busy={push.isPending}
        onClick={() =>
          // The button may be gone when the answer arrives.
          push.mutateAsync(true).then(
            (now) => (now === 'on' ? onSaved() : tellRefusal(toast, now)),
            (error: unknown) => toast(pushFailureText(true, error), true),
          )
        }
      >
        Turn on push
      </Button>
    </div>
  )
}

/** Whether this device receives push messages at all; the table above says which. */
export function PushSetting({ onSaved }: { onSaved: () => void }) {
  const heading = useId()
  const { data: state } = useQuery(pushStateQuery())
  const push = usePushMutation()
  const toast = useToast()
  if (!state) return null
  const isPossible = state === 'on' || state === 'off'
  return (
    <Card as="section" pad aria-labelledby={heading}>
      <h2 id={heading}>Push on this device</h2>
      <div className={styles.line}>
        <p className="small quiet">{TEXTS[state]}</p>
        {isPossible && (
          <Switch
            label="Push on this device"
            checked={push.isPending ? push.variables : state === 'on'}
            onChange={(isOn) =>
              push.mutate(isOn, {
                onSuccess: (now) => (isOn && now !== 'on' ? tellRefusal(toast, now) : onSaved()),
                onError: (error) => toast(pushFailureText(isOn, error), true),
              })
            }
          />
        )}
      </div>
    </Card>
  )
}
