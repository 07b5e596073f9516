import { lookup } from 'node:dns/promises'
import { isPublicAddress } from './public-address.ts'

/** Which addresses a download may connect to. */
export interface Reach {
  /** All addresses of a host name. */
  resolve(host: string): Promise<string[]>
  /** Whether a connection to the address is allowed. */
  allows(address: string): boolean
  /** Allowed ports; undefined allows any. */
  ports: readonly number[] | undefined
  /** Limit for everything together: name lookups, redirects and the whole body (ms). */
  ms: number
  redirects: number
}

/** The public internet, and no service in the engine's own network. */
export const PUBLIC_REACH: Reach = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  allows: isPublicAddress,
  ports: [80, 443],
  ms: 5_000,
  redirects: 3,
}
