import { Page } from '../../components/layout/page.tsx'
import { PrivacyNote } from '../../features/privacy/components/privacy-note.tsx'

/** `/privacy`, for guests and members. */
export function Component() {
  return (
    <Page title="Privacy" lead="What this site stores about you, for how long, and how to delete it.">
      <PrivacyNote />
    </Page>
  )
}
