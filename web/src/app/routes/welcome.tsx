import { Navigate, useLocation } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Logo } from '../../components/ui/logo.tsx'
import { AvatarChange } from '../../features/profile/components/avatar-change.tsx'
import { WelcomePage } from '../../features/welcome/components/welcome-page.tsx'
import * as styles from '../../features/welcome/welcome.module.css'
import { useSession } from '../../hooks/use-session.ts'
import { useClubName } from '../../lib/club.ts'
import { HOME_OF_MEMBERS, originFromState } from '../../lib/origin.ts'

/**
 * `/welcome`, where the guard sends new members. Without the bars: until a button is pressed, the pages of members would
 * lead back here.
 */
export function Component() {
  const session = useSession()
  const { state } = useLocation()
  const club = useClubName()
  if (session.status === 'loading') return <Spinner page />
  if (session.status === 'guest')
    return <Navigate to="/login" replace state={{ origin: '/welcome', ended: session.ended }} />
  const origin = originFromState(state)
  return (
    <Page title="Welcome" bare className="page">
      <div className={styles.column}>
        <p className={`brand ${styles.brand}`}>
          <Logo />
        </p>
        <div className="page-head">
          <h1 tabIndex={-1}>Welcome to {club}</h1>
          <p>Nothing here is needed to begin. Choose what you like, and the rest stays as it is.</p>
        </div>
        <WelcomePage
          userId={session.userId}
          // Who came for no page in particular is sent to the profile, which would ask for the same again.
          next={origin === HOME_OF_MEMBERS ? '/dashboard' : origin}
          photo={<AvatarChange userId={session.userId} />}
        />
      </div>
    </Page>
  )
}
