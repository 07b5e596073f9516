import { expect, it } from 'vitest'
import { KNOWN_CARRIERS, trackingLink } from './tracking-link.ts'

it('leads to the page of a known carrier, whatever the case and white space', () => {
  expect(trackingLink(' royal mail', 'RM 9911 2284 5GB')).toBe(
    'https://www.royalmail.com/track-your-item#/tracking-results/RM991122845GB',
  )
  for (const carrier of KNOWN_CARRIERS) expect(new URL(trackingLink(carrier, '1Z999AA1') ?? '').protocol).toBe('https:')
})

it.each([
  ['Uncle Bob', '1Z999AA1'],
  ['', '1Z999AA1'],
  [null, '1Z999AA1'],
  ['constructor', '1Z999AA1'],
  ['UPS', null],
  ['UPS', '12'],
  ['UPS', 'https://evil.test/123456'],
  ['UPS', '123456&x=1'],
  ['UPS', '123456"onclick'],
])('has no link for %j and %j', (carrier, number) => {
  expect(trackingLink(carrier, number)).toBeUndefined()
})
