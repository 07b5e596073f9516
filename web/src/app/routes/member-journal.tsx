import { useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { MemberJournal } from '../../features/journal/components/member-journal.tsx'
import { useUserId } from '../../hooks/use-session.ts'

/** `/members/:username/journal`. */
export function Component() {
  const userId = useUserId()
  const { username = '' } = useParams()
  return userId === undefined ? (
    <Page title="Journal">{null}</Page>
  ) : (
    <MemberJournal key={username} userId={userId} name={username} />
  )
}
