import { Page } from '../../components/layout/page.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { BlockedMembers } from '../../features/network/components/blocked-members.tsx'
import { YourData } from '../../features/privacy/components/your-data.tsx'
import { ProfilePage } from '../../features/profile/components/profile-page.tsx'
import { TwoStepSection } from '../../features/two-step/components/two-step-section.tsx'
import { useOwnSummary, useSession } from '../../hooks/use-session.ts'

/** `/profile`. The guard admits only members; the text is for a session that ends while the page is open. */
export function Component() {
  const session = useSession()
  const summary = useOwnSummary()
  return (
    <Page
      title="Profile"
      actions={
        session.status === 'member' && (
          <ButtonLink to="/journal" variant="line">
            Journal
          </ButtonLink>
        )
      }
    >
      {session.status === 'member' ? (
        <ProfilePage
          userId={session.userId}
          email={session.email}
          security={
            <TwoStepSection userId={session.userId} needed={!!summary?.needsSecondStep} email={session.email} />
          }
          account={
            <>
              <BlockedMembers />
              <YourData userId={session.userId} email={session.email} />
            </>
          }
        />
      ) : (
        <p>Please log in to view your profile</p>
      )}
    </Page>
  )
}
