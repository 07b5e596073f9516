import { Navigate, Outlet, useLocation } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { useAdminCheck, useIsTeam, useOwnSummary, useSession } from '../../hooks/use-session.ts'
import { originFromState } from '../../lib/origin.ts'

/**
 * Pages of members. A guest is sent to the login page, and a new member to the welcome page; both remember the original
 * address. Pages do not wait until it is known who is new: it comes with the request that the bars make.
 */
export function MembersOnly() {
  const session = useSession()
  const isNew = useOwnSummary()?.awaitsWelcome
  const { pathname, search, hash } = useLocation()
  const isGuest = session.status === 'guest'
  if (session.status === 'loading') return <Spinner page />
  if (isGuest || isNew)
    return (
      <Navigate
        to={isGuest ? '/login' : '/welcome'}
        replace
        state={{ origin: pathname + search + hash, ended: isGuest && session.ended }}
      />
    )
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
