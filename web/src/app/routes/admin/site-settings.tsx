import { ConsolePage } from '../../../components/console/console-page.tsx'
import { LevelsForm } from '../../../features/console-settings/levels-form.tsx'
import { SettingsForm } from '../../../features/console-settings/settings-form.tsx'

/** `/admin/settings`. */
export function Component() {
  return (
    <ConsolePage title="Site Settings">
      <SettingsForm />
      <LevelsForm />
    </ConsolePage>
  )
}
