import { useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { JournalPage } from '../../features/journal/components/journal-page.tsx'
import { MemberJournal } from '../../features/journal/components/member-journal.tsx'
import { useUserId } from '../../hooks/use-session.ts'

/**
 * `/journal` and `/members/:username/journal`. The guard admits only members; the text is for a session that ends while
 * the page is open.
 */
export function Component() {
  const userId = useUserId()
  const { username } = useParams()
  if (userId === undefined)
    return (
      <Page title="Journal">
        <p>Please log in to view your journal</p>
      </Page>
    )
  return username === undefined ? (
    <JournalPage userId={userId} />
  ) : (
    <MemberJournal key={username} userId={userId} name={username} />
  )
}
