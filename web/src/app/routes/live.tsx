import { Page } from '../../components/layout/page.tsx'
import { LivePage } from '../../features/live/components/live-page.tsx'

/** `/live`. The page has its own heading: the video's title. */
export function Component() {
  return (
    <Page title="Live Video" bare className="page">
      <LivePage />
    </Page>
  )
}
