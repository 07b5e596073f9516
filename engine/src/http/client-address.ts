import { BlockList, isIP, isIPv6 } from 'node:net'
import { ConfigError } from '../config.ts'

/**
 * Finds the client's address. Forwarded headers count only when the socket belongs to a trusted proxy, and then only
 * the last hop that is not trusted: the client itself wrote everything further left.
 */
export function createAddressResolver(trustedProxies: readonly string[]) {
  const trusted = new BlockList()
  for (const entry of trustedProxies) addRange(trusted, entry)
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return (socketAddress: string | undefined, forwardedFor: string | undefined): string => {
    let address = plain(socketAddress ?? '')
    if (trustedProxies.length === 0 || forwardedFor === undefined) return address
    for (const hop of forwardedFor.split(',').reverse()) {
      const next = plain(hop.trim())
      if (isIP(address) === 0 || !isTrusted(address) || isIP(next) === 0) break
      address = next
    }
    return address
  }
}

/** The key of rate limits: an IPv4 address as it is, an IPv6 address by its /64, which is what one customer gets. */
export function limiterKey(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  const normal = groups.slice(0, 4).map((group: string) => Number.parseInt(group, 16).toString(16))
  return `${normal.join(':')}::/64`
}

/** The network of an address, which one customer may have for themselves: an IPv4 /24 or an IPv6 /48. */
export function networkKey(address: string): string {
  const key = limiterKey(address)
  if (isIPv6(address)) return `${key.split(':').slice(0, 3).join(':')}::/48`
  return `${key.split('.').slice(0, 3).join('.')}.0/24`
}

/** `::ffff:192.0.2.1` is IPv4 on a dual-stack socket. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function addRange(list: BlockList, entry: string): void {
  const [address = '', prefix] = entry.split('/')
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  const bits = prefix === undefined ? undefined : Number(prefix)
  if (isIP(address) === 0 || (bits !== undefined && !(bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32))))
    throw new ConfigError(`TRUSTED_PROXIES must hold addresses or CIDR ranges, not "${entry}"`)
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, bits, family)
}
