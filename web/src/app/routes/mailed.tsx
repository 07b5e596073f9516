import { lazy } from 'react'
import { useLocation } from 'react-router'
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
  // Without a boundary of its own, the page before stays until it has loaded, and its heading is there for the focus.
  if (pathname.startsWith('/welcome')) return <Welcome />
  if (pathname.startsWith('/unsubscribe')) return <Unsubscribe />
  return pathname.startsWith('/confirm') ? <Confirm /> : <ResetPassword />
}
