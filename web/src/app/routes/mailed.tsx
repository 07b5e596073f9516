import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Spinner } from '../../components/feedback/spinner.tsx'
import { Component as Confirm } from './confirm.tsx'
import { Component as ResetPassword } from './reset-password.tsx'
import { Component as Unsubscribe } from './unsubscribe.tsx'

// Listed here and not in the router, whose list of files every first page loads: a member sees it once.
const Welcome = lazy(async () => ({ default: (await import('./welcome.tsx')).Component }))

/**
 * The pages that emails link to, in one chunk: the page for a new password directly follows the confirmation page. And the
 * way to the welcome page.
 */
export function Component() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/welcome'))
    return (
      <Suspense fallback={<Spinner page />}>
        <Welcome />
      </Suspense>
    )
  if (pathname.startsWith('/unsubscribe')) return <Unsubscribe />
  return pathname.startsWith('/confirm') ? <Confirm /> : <ResetPassword />
}
