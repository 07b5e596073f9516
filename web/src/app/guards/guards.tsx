import { Navigate, Outlet, useLocation } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { useAdminCheck, useIsTeam, useOwnSummary, useSession } from '../../hooks/use-session.ts'
import { originFromState } from '../../lib/origin.ts'

/** Pages of members. A guest is sent to the login page, which remembers the original address. */
export function MembersOnly() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.status === 'loading') return <Spinner page />
  if (session.status === 'guest')
    return <Navigate to="/login" replace state={{ origin: pathname + search + hash, ended: session.ended }} />
  return <Outlet />
}

/** Login and register. A signed-in member is sent to the remembered address, otherwise to the profile. */
export function GuestsOnly() {
  const session = useSession()
  const { state } = useLocation()
  if (session.status === 'loading') return <Spinner page />
  if (session.status === 'member') return <Navigate to={originFromState(state)} replace />
  return <Outlet />
}

/**
 * The console. A viewer who is not known to be an admin or a moderator is sent to the landing page; a failed check
 * counts as no. One whose session was ended, or who has not entered the code yet, signs in and returns here. One without
 * an authenticator app, where the club requires it, is sent to the place where it can be added.
 */
export function TeamOnly() {
  const admin = useAdminCheck()
  const isTeam = useIsTeam()
  const summary = useOwnSummary()
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.status === 'guest' && (session.ended || session.halfway))
    return <Navigate to="/login" replace state={{ origin: pathname + search + hash, ended: session.ended }} />
  if (admin === 'unknown') return <Spinner page />
  if (!isTeam) return <Navigate to={summary?.needsSecondStep ? '/profile#two-step' : '/'} replace />
  return <Outlet />
}
