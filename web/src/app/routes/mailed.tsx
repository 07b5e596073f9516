import { useLocation } from 'react-router'
import { Component as Confirm } from './confirm.tsx'
import { Component as ResetPassword } from './reset-password.tsx'
import { Component as Unsubscribe } from './unsubscribe.tsx'

/** The pages that emails link to, in one chunk: the page for a new password directly follows the confirmation page. */
export function Component() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/unsubscribe')) return <Unsubscribe />
  return pathname.startsWith('/confirm') ? <Confirm /> : <ResetPassword />
}
