import { lazy } from 'react'
import { useLocation, useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { JournalPage } from '../../features/journal/components/journal-page.tsx'
import { MemberJournal } from '../../features/journal/components/member-journal.tsx'
import { useUserId } from '../../hooks/use-session.ts'

// From here, so that the first page of the app does not list its files.
const Records = lazy(async () => ({ default: (await import('./records.tsx')).Component }))

/**
 * `/journal`, `/members/:username/journal` and `/records`. The guard admits only members; the text is for a session that ends while the
 * page is open.
 */
export function Component() {
  const userId = useUserId()
  const { username } = useParams()
  const { pathname } = useLocation()
  if (pathname.startsWith('/records')) return <Records />
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
