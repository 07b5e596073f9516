import { ConsolePage } from '../../../components/console/console-page.tsx'
import { SettingsForm } from '../../../features/console-settings/settings-form.tsx'

/** `/admin/settings`. */
export function Component() {
  return (
    <ConsolePage title="Site Settings">
      <SettingsForm />
    </ConsolePage>
  )
}
