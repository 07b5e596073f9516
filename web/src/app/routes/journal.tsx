import { Page } from '../../components/layout/page.tsx'
import { JournalPage } from '../../features/journal/components/journal-page.tsx'
import { useUserId } from '../../hooks/use-session.ts'

/** `/journal`. The guard admits only members; the text is for a session that ends while the page is open. */
export function Component() {
  const userId = useUserId()
  return userId === undefined ? (
    <Page title="Journal">
      <p>Please log in to view your journal</p>
    </Page>
  ) : (
    <JournalPage userId={userId} />
  )
}
