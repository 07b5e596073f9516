/** Where mailed links may lead. */
export interface LinkTargets {
  siteUrl: string
  /** The project that is served instead of Bankside: its own site, and other addresses that it allows. */
  project?: { homeUrl: string; redirects: readonly RegExp[] } | undefined
}

/** The address that links lead to if the request names none. */
export const homeOf = ({ siteUrl, project }: LinkTargets): string => project?.homeUrl ?? siteUrl

/**
 * Where a link may lead: the requested address if it is on the site's own origin or one that a project allows, otherwise
 * the site itself. A foreign host, another scheme, credentials, and spellings that browsers read as a host (`//evil`,
 * `/\evil`) all lead to the site.
 * @param wanted `redirect_to` as the client sent it; a path is taken relative to the site.
 * @returns an absolute address without a fragment: the fragment is for tokens.
 */
export function safeRedirect(wanted: string | undefined, targets: LinkTargets): string {
  const site = new URL(homeOf(targets))
  if (!wanted || !URL.canParse(wanted, site.href)) return site.href
  const target = new URL(wanted, site)
  if (target.username !== '' || target.password !== '') return site.href
  const isOwn = target.origin === site.origin && target.protocol === site.protocol
  const address = target.href.replace(/[?#].*$/s, '')
  const isAllowed = targets.project?.redirects.some((pattern) => pattern.test(address)) ?? false
  if (!isOwn && !isAllowed) return site.href
  // If such a path were taken out of its address and inserted into another, it would be read as a host.
  if (target.pathname.startsWith('//')) return site.href
  target.hash = ''
  return target.href
}

/** The address with the parameters added to its query, where a server can read them. */
export function withQuery(address: string, parameters: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The address with the parameters in its fragment, which browsers never send to a server. */
export function withFragment(address: string, parameters: Record<string, string>): string {
  return `${address}#${new URLSearchParams(parameters)}`
}
