import { useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { MemberCatches } from '../../features/journal/components/member-catches.tsx'
import { WithSums } from '../../features/journal/components/with-sums.tsx'
import { MemberPage } from '../../features/network/components/member-page.tsx'
import { WithMuting } from '../../features/notifications/components/with-muting.tsx'
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
      withCatches={(member, rest) => (
        <MemberCatches member={member} userId={userId}>
          {rest}
        </MemberCatches>
      )}
      withSums={(memberId, figures) => (
        <WithSums memberId={memberId} userId={userId}>
          {figures}
        </WithSums>
      )}
      withMuting={(memberId, menu) => <WithMuting memberId={memberId}>{menu}</WithMuting>}
    />
  )
}
