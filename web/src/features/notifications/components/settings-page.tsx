import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { useChoiceMutation } from '../../../data/notifications/settings-mutations.ts'
import { type NotificationSettings, notificationSettingsQuery } from '../../../data/notifications/settings-query.ts'
import { pushStateQuery } from '../../../data/push/state-query.ts'
import type { PushState } from '../../../data/push/subscription.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import * as styles from '../settings.module.css'
import { CHANNELS, GROUPS } from '../settings-text.ts'
import { DigestChoice } from './digest-choice.tsx'
import { MutedList } from './muted-list.tsx'
import { PushSetting, PushShape } from './push-setting.tsx'
import { QuietHours } from './quiet-hours.tsx'

/** Which notifications the member receives, where and when. Each change is saved as it is made. */
export function NotificationSettingsPage() {
  const settings = useQuery(notificationSettingsQuery())
  const push = useQuery(pushStateQuery())
  const [saved, setSaved] = useState(0)
  if (settings.isPending || push.isPending)
    return (
      <SkeletonGroup label="Loading settings">
        <Card pad>
          <PushShape state={push.data} />
          <ul className={styles.shapes}>
            {[0, 1, 2, 3, 4, 5, 6].map((row) => (
              <li key={row} className={styles.shape}>
                <span>
                  <Skeleton width="40%" />
                  <Skeleton width="72%" height={14} />
                </span>
                <Skeleton width={44} height={26} />
                <Skeleton width={44} height={26} />
                <Skeleton width={44} height={26} />
              </li>
            ))}
          </ul>
        </Card>
      </SkeletonGroup>
    )
  if (!settings.data)
    return <LoadFailure action="loadSettings" error={settings.error} onRetry={() => void settings.refetch()} />
  const onSaved = () => setSaved(saved + 1)
  return (
    <div className={styles.sections}>
      <Choices settings={settings.data} push={push.data ?? 'unsupported'} onSaved={onSaved} />
      <QuietHours settings={settings.data} onSaved={onSaved} />
      {settings.data.has_mail !== false && <DigestChoice digest={settings.data.digest} onSaved={onSaved} />}
      <MutedList />
      <p className="visually-hidden" role="status">
        {/* A new element is announced again. */}
        {saved > 0 && <span key={saved}>Saved</span>}
      </p>
    </div>
  )
}

interface ChoicesProps {
  settings: NotificationSettings
  /** Whether this device shows push messages. */
  push: PushState
  onSaved: () => void
}

function Choices({ settings, push, onSaved }: ChoicesProps) {
  const isMailed = settings.has_mail !== false
  const shown = CHANNELS.filter(({ name }) => name !== 'email' || isMailed)
  const title = useId()
  const choice = useChoiceMutation()
  const toast = useToast()
  return (
    <Card as="section" pad aria-labelledby={title}>
      <h2 id={title} className="visually-hidden">
        What and where
      </h2>
      <PushSetting state={push} isAnywhere={settings.has_push} onSaved={onSaved} />
      <div className={styles.fitting}>
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Kind</span>
              </th>
              {shown.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.groups.map((group) => {
              const text = GROUPS[group.name]
              return (
                <tr key={group.name}>
                  <th scope="row">
                    {text?.title ?? group.name}
                    <span>{text?.text}</span>
                  </th>
                  {shown.map(({ name, title }) => (
                    <td key={name}>
                      <span className={styles.channel} aria-hidden="true">
                        {title}
                      </span>
                      <Switch
                        label={`${text?.title ?? group.name}, ${title.toLowerCase()}`}
                        checked={group[name]}
                        onChange={(isOn) =>
                          choice.mutate(
                            { group: group.name, channel: name, isOn },
                            { onSuccess: onSaved, onError: (error) => toast(bannerText('saveSettings', error), true) },
                          )
                        }
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="small quiet">
        {isMailed
          ? 'Emails about your account are always sent, even during quiet hours: to confirm an address, to set a new password, and with links and codes that you request.'
          : 'This site does not send emails at present. Your choices about them are kept.'}
      </p>
    </Card>
  )
}
