import ipaddr from 'ipaddr.js'

// The library counts these as ordinary, but they are private: the metadata address of one large host.
const INSIDE = ['168.63.129.16']

// Only this part of IPv6 is routed publicly; the library counts everything without a special name as ordinary.
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * True for an address on the public internet. False for private, loopback, link-local, shared (carrier-grade), multicast,
 * documentation and reserved ranges, for IPv4 addresses embedded in IPv6, and for text that is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || INSIDE.includes(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6)
}
