import { Navigate, Outlet, useLocation } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { useAdminCheck, useSession } from '../../hooks/use-session.ts'
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
 * The console. A viewer who is not known to be an admin is sent to the landing page; a failed check counts as no. An
 * admin whose session was ended signs in again and returns here.
 */
export function AdminsOnly() {
  const admin = useAdminCheck()
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.status === 'guest' && session.ended)
    return <Navigate to="/login" replace state={{ origin: pathname + search + hash, ended: true }} />
  if (admin === 'unknown') return <Spinner page />
  if (admin === 'no') return <Navigate to="/" replace />
  return <Outlet />
}
