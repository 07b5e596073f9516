import { Suspense, useCallback, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { useToast } from '../../components/feedback/toast.tsx'
import { Shell } from '../../components/layout/shell.tsx'
import { useSignOutMutation } from '../../data/auth/sign-out-mutation.ts'
import { bannerText } from '../../lib/failure-text.ts'
import { SIGN_OUT_ON_ARRIVAL, signsOutOnArrival } from '../../lib/sign-out-on-arrival.ts'
import { useLiveNow } from '../use-live-now.ts'

/** The shell around every page but the auth pages. */
export function ShellLayout() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const { mutate } = useSignOutMutation()
  const liveNow = useLiveNow()

  const signOut = useCallback(
    () => mutate(undefined, { onError: (error) => toast(bannerText('signOut', error)) }),
    [mutate, toast],
  )

  const exit = () => {
    if (pathname === '/') return signOut()
    // A promise only with the data router, which this app does without.
    void navigate('/', { state: SIGN_OUT_ON_ARRIVAL })
  }
  useEffect(() => {
    if (pathname !== '/' || !signsOutOnArrival(state)) return
    // Once: coming back to this entry of the history must not end a later session.
    void navigate('/', { replace: true })
    signOut()
  }, [pathname, state, navigate, signOut])

  return (
    <Shell over={pathname === '/'} footer={!pathname.startsWith('/admin')} liveNow={liveNow} onExit={exit}>
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
    </Shell>
  )
}
