/**
 * Where a link may lead: the requested address if it is on the site's own origin, otherwise the site itself. A foreign
 * host, another scheme, credentials, and spellings that browsers read as a host (`//evil`, `/\evil`) all lead to the
 * site.
 * @param wanted `redirect_to` as the client sent it; a path is taken relative to the site.
 * @returns an absolute address without a fragment: the fragment is for tokens.
 */
export function safeRedirect(wanted: string | undefined, siteUrl: string): string {
  const site = new URL(siteUrl)
  if (!wanted || !URL.canParse(wanted, site.href)) return site.href
  const target = new URL(wanted, site)
  if (target.origin !== site.origin || target.protocol !== site.protocol) return site.href
  if (target.username !== '' || target.password !== '') return site.href
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
