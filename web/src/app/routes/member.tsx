import { useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { MemberPage } from '../../features/network/components/member-page.tsx'
import { MuteButton } from '../../features/notifications/components/mute-button.tsx'
import { useUserId } from '../../hooks/use-session.ts'

/** `/members/:username`. */
export function Component() {
  const userId = useUserId()
  const { username = '' } = useParams()
  return userId === undefined ? (
    <Page title="Member">{null}</Page>
  ) : (
    <MemberPage
      key={username}
      userId={userId}
      name={username}
      mute={(memberId) => <MuteButton subjectId={memberId} what="member" />}
    />
  )
}
