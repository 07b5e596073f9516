import type { MailKind } from './mail-texts.ts'
import { type LinkTargets, safeRedirect } from './redirect.ts'

/**
 * The address of one mailed token at this service, for programs that create links themselves. Its host comes from the
 * configuration alone: hosts named by a request must not get into a mail. The token is in the path, because the log
 * redacts it in a query. Opening it leads to the page of `confirmationLink`.
 */
export function mailedLink(
  targets: LinkTargets,
  kind: MailKind,
  token: string,
  redirectTo: string | undefined,
): string {
  const link = new URL(`${targets.siteUrl}/auth/v1/verify/${token}`)
  link.searchParams.set('type', kind)
  link.searchParams.set('redirect_to', safeRedirect(redirectTo, targets))
  return link.href
}

/**
 * The link in a mail: a page of the site with a button, which spends the token by POST. Programs that follow links
 * (mail scanners, prefetching browsers) request the page and spend nothing. The token is in the fragment, which no
 * server or proxy receives.
 * @param redirectTo where the page leads after the button is pressed; only the site's own addresses are kept.
 */
export function confirmationLink(siteUrl: string, type: string, token: string, redirectTo: string | undefined): string {
  const target = new URL(safeRedirect(redirectTo, { siteUrl }))
  const words = new URLSearchParams({ type, link: token, redirect_to: target.pathname + target.search })
  return `${siteUrl}/confirm#${words}`
}
