import type { MailKind } from './mail-texts.ts'
import { safeRedirect } from './redirect.ts'

/**
 * The link of one mailed token. Its host comes from the configuration alone: whatever a request says about hosts
 * must not end up in somebody's mail. The token stands in the path, because the log redacts it in a query.
 */
export function mailedLink(siteUrl: string, kind: MailKind, token: string, redirectTo: string | undefined): string {
  const link = new URL(`${siteUrl}/auth/v1/verify/${token}`)
  link.searchParams.set('type', kind)
  link.searchParams.set('redirect_to', safeRedirect(redirectTo, siteUrl))
  return link.href
}
