import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Overview } from '../../../features/console-overview/overview.tsx'
import { SettingsForm } from '../../../features/console-settings/settings-form.tsx'

/** `/admin`: the club at a glance, then the settings of the site. */
export function Component() {
  return (
    <ConsolePage title="Site Settings">
      <Overview />
      <SettingsForm />
    </ConsolePage>
  )
}
