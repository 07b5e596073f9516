import { Empty } from '../../components/feedback/empty.tsx'
import { Page } from '../../components/layout/page.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { FloatDrawing } from '../../components/ui/drawings.tsx'

/** Any address that the app does not know. */
export function Component() {
  return (
    <Page title="Page Not Found" bare className="page">
      <Empty
        tall
        icon={<FloatDrawing />}
        title="Page Not Found"
        titleAs="h1"
        text="That link has slipped the hook."
        action={<ButtonLink to="/">Return Home</ButtonLink>}
      />
    </Page>
  )
}
