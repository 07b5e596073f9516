import { ConsolePage } from '../../../components/console/console-page.tsx'
import { UndeliveredMessages } from '../../../features/console-overview/components/undelivered.tsx'
import { Overview } from '../../../features/console-overview/overview.tsx'
import { SettingsForm } from '../../../features/console-settings/settings-form.tsx'

/** `/admin`: the overview of the club, then the settings of the site. */
export function Component() {
  return (
    <ConsolePage title="Site Settings">
      <Overview />
      <UndeliveredMessages />
      <SettingsForm />
    </ConsolePage>
  )
}
