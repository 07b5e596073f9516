import { expect, it } from 'vitest'
import { createAddressResolver, limiterKey } from './client-address.ts'

it('ignores forwarded headers when no proxy is trusted', () => {
  expect(createAddressResolver([])('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1')
})

it('takes the last hop that is not a trusted proxy', () => {
  const resolve = createAddressResolver(['10.0.0.0/8', 'fd00::/8'])
  expect(resolve('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(resolve('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9')
  expect(resolve('::ffff:10.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  expect(resolve('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1')
  expect(resolve('10.0.0.1', 'nonsense')).toBe('10.0.0.1')
  expect(resolve('fd00::1', '2001:db8::5')).toBe('2001:db8::5')
})

it('refuses an invalid range and names the setting', () => {
  expect(() => createAddressResolver(['10.0.0.0/99'])).toThrow(/TRUSTED_PROXIES/)
  expect(() => createAddressResolver(['proxy.example'])).toThrow(/TRUSTED_PROXIES/)
})

it('counts IPv6 by /64 and IPv4 by address', () => {
  expect(limiterKey('203.0.113.9')).toBe('203.0.113.9')
  expect(limiterKey('2001:db8:1:2:3:4:5:6')).toBe(limiterKey('2001:db8:1:2::9'))
  expect(limiterKey('2001:0db8:0001:0002::1')).toBe('2001:db8:1:2::/64')
  expect(limiterKey('2001:db8:1:3::1')).not.toBe(limiterKey('2001:db8:1:2::1'))
  expect(limiterKey('::1')).toBe('0:0:0:0::/64')
})
