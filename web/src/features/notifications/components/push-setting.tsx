import { useId } from 'react'
import { Skeleton } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { pushFailureText } from '../../../data/push/failure-text.ts'
import { usePushMutation } from '../../../data/push/state-query.ts'
import type { PushState } from '../../../data/push/subscription.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../settings.module.css'

const TEXTS: Readonly<Record<PushState, string>> = {
  on: 'This device shows notifications while the site is closed.',
  off: 'None of your devices shows notifications while the site is closed.',
  blocked: 'Your browser blocks notifications. Allow them for this site in the browser’s settings first.',
  unsupported: 'This browser cannot show notifications. On an iPhone, add the site to the home screen first.',
}

const ELSEWHERE: Readonly<Record<PushState, string>> = {
  on: TEXTS.on,
  off: 'Off here. The push switches below apply to your other devices.',
  blocked: 'Your browser blocks notifications. The push switches below apply to your other devices.',
  unsupported: 'This browser cannot show notifications. The push switches below apply to your other devices.',
}

export interface PushSettingProps {
  state: PushState
  /** Some device of the member receives push messages. */
  isAnywhere: boolean
  onSaved: () => void
}

const isSwitched = (state: PushState) => state === 'on' || state === 'off'

/** Whether this device receives push messages at all, above the table that says which; or why it cannot. */
export function PushSetting({ state, isAnywhere, onSaved }: PushSettingProps) {
  const title = useId()
  const push = usePushMutation()
  const toast = useToast()
  return (
    <section className={`well ${styles.offer}`} aria-labelledby={title}>
      <div>
        <h3 id={title}>Push on this device</h3>
        <p className="small quiet">{(isAnywhere ? ELSEWHERE : TEXTS)[state]}</p>
      </div>
      {isSwitched(state) && (
        <Switch
          label="Push on this device"
          checked={push.isPending ? push.variables : state === 'on'}
          onChange={(isOn) =>
            // The switch may be gone when the answer arrives.
            push.mutateAsync(isOn).then(
              (now) => {
                // Nothing has failed if the browser's question was dismissed.
                if (!isOn || now === 'on') onSaved()
                else if (now !== 'off') toast(TEXTS[now], true)
              },
              (error: unknown) => toast(pushFailureText(isOn, error), true),
            )
          }
        />
      )}
    </section>
  )
}

/** In place of the setting while it loads. This device is asked before the site has answered. */
export function PushShape({ state = 'off' }: { state?: PushState | undefined }) {
  return (
    <div className={`well ${styles.offer}`}>
      <div className={joinClasses(styles.lines, !isSwitched(state) && styles.reason)}>
        <Skeleton width={150} height="1lh" className={styles.shapeTitle} />
        <Skeleton height="calc(var(--lines) * 1lh)" className="small" />
      </div>
      {isSwitched(state) && <Skeleton width={52} height={44} />}
    </div>
  )
}
