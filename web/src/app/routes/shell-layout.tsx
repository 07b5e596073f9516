import { type ComponentType, lazy, Suspense, useCallback, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { useToast } from '../../components/feedback/toast.tsx'
import { Shell } from '../../components/layout/shell.tsx'
import { useSignOutMutation } from '../../data/auth/sign-out-mutation.ts'
import { useUserId } from '../../hooks/use-session.ts'
import { bannerText } from '../../lib/failure-text.ts'
import { SIGN_OUT_ON_ARRIVAL, signsOutOnArrival } from '../../lib/sign-out-on-arrival.ts'
import { useLiveNow } from '../use-live-now.ts'

// Not needed by guests. Without this code a page is up to date when it is opened, but not afterwards.
const ofMembers = <Props extends object>(name: 'Bell' | 'MemberLive') =>
  lazy<ComponentType<Props>>(() =>
    import('../member-live.tsx').then(
      (module) => ({ default: module[name] as ComponentType<Props> }),
      () => ({ default: () => null }),
    ),
  )
const MemberLive = ofMembers<{ userId: string }>('MemberLive')
const Bell = ofMembers('Bell')

/** The shell around every page but the auth pages. */
export function ShellLayout() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const { mutate } = useSignOutMutation()
  const liveNow = useLiveNow()
  const inConsole = /^\/admin(\/|$)/.test(pathname)
  const userId = useUserId()

  const signOut = useCallback(
    () => mutate(undefined, { onError: (error) => toast(bannerText('signOut', error), true) }),
    [mutate, toast],
  )

  const exit = () => {
    if (pathname === '/') return signOut()
    // It returns a promise only with the data router, which this app does not use.
    void navigate('/', { state: SIGN_OUT_ON_ARRIVAL })
  }
  useEffect(() => {
    if (pathname !== '/' || !signsOutOnArrival(state)) return
    // Once: returning to this history entry must not end a later session.
    void navigate('/', { replace: true })
    signOut()
  }, [pathname, state, navigate, signOut])

  return (
    <Shell
      over={pathname === '/'}
      footer={!inConsole}
      console={inConsole}
      liveNow={liveNow}
      onExit={exit}
      bell={userId && <Bell />}
    >
      <Suspense fallback={<Spinner page />}>
        <Outlet />
      </Suspense>
      <Suspense>{userId !== undefined && <MemberLive userId={userId} />}</Suspense>
    </Shell>
  )
}
