import { Suspense, useCallback, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { useToast } from '../../components/feedback/toast.tsx'
import { Shell } from '../../components/layout/shell.tsx'
import { useSignOutMutation } from '../../data/auth/sign-out-mutation.ts'
import { bannerText } from '../../lib/failure-text.ts'
import { useLiveNow } from '../use-live-now.ts'

/** The shell around every page but the auth pages. */
export function ShellLayout() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const { mutate } = useSignOutMutation()
  const liveNow = useLiveNow()
  const leaving = useRef(false)

  const signOut = useCallback(
    () => mutate(undefined, { onError: (error) => toast(bannerText('signOut', error)) }),
    [mutate, toast],
  )

  // Exit first leads away and signs out on arrival: on a member's page the guard would answer the sign-out with the
  // login page.
  const exit = () => {
    if (pathname === '/') return signOut()
    leaving.current = true
    // A promise only with the data router, which this app does without.
    void navigate('/')
  }
  useEffect(() => {
    if (!leaving.current || pathname !== '/') return
    leaving.current = false
    signOut()
  }, [pathname, signOut])

  return (
    <Shell over={pathname === '/'} footer={!pathname.startsWith('/admin')} liveNow={liveNow} onExit={exit}>
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
    </Shell>
  )
}
