import { ModerationPage } from '../../../features/console-moderation/components/moderation-page.tsx'

/** The console's queue of reports. */
export function Component() {
  return <ModerationPage />
}
