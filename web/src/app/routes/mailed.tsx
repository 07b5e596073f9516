import { useLocation } from 'react-router'
import { Component as Confirm } from './confirm.tsx'
import { Component as ResetPassword } from './reset-password.tsx'
import { Component as Unsubscribe } from './unsubscribe.tsx'

/** The pages that mails link to, in one chunk: the second one of a password follows the press on the first at once. */
export function Component() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/unsubscribe')) return <Unsubscribe />
  return pathname.startsWith('/confirm') ? <Confirm /> : <ResetPassword />
}
