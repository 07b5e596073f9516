import { Outlet, useMatches, useNavigate } from 'react-router'
import { useToast } from '../../components/feedback/toast.tsx'
import { Shell } from '../../components/layout/shell.tsx'
import { useSignOutMutation } from '../../data/auth/sign-out-mutation.ts'
import { bannerText } from '../../lib/failure-text.ts'
import type { RouteHandle } from '../route-handle.ts'

/** The shell around every page but the auth pages. */
export function ShellLayout() {
  const matches = useMatches()
  const navigate = useNavigate()
  const toast = useToast()
  const signOut = useSignOutMutation()
  const has = (flag: keyof RouteHandle) => matches.some(({ handle }) => (handle as RouteHandle | undefined)?.[flag])

  const exit = async () => {
    // First away from the member's page: its guard would otherwise answer the sign-out with the login page.
    await navigate('/')
    signOut.mutate(undefined, { onError: (error) => toast(bannerText('signOut', error)) })
  }

  return (
    <Shell over={has('over')} footer={!has('noFooter')} onExit={exit}>
      <Outlet />
    </Shell>
  )
}
