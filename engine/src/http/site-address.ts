import type { ResolvedConfig } from '../config.ts'
import type { HttpRequest } from './types.ts'

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/** A name or an address with a valid port: it becomes part of addresses. */
export function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}`)
}

/** The address of the site for a request. */
export function siteAddress(config: Pick<ResolvedConfig, 'siteUrl'>, siteUrlSet: boolean) {
  return ({ headers }: Pick<HttpRequest, 'headers'>): string => {
    if (siteUrlSet) return config.siteUrl
    // Without a site address the reply repeats the client's Host header; it goes to that client alone, uncached.
    const { host = '' } = headers
    return isHost(host) ? `http://${host}` : config.siteUrl
  }
}
