import { describe, expect, it } from 'vitest'
import { createCors } from './cors.ts'

const readable = (site: string | undefined, origin: string, host = 'club.example') => {
  const headers = createCors(site).headers({ origin, host })
  expect(headers.vary).toBe('Origin')
  return headers['access-control-allow-origin']
}

describe('the origins whose pages may read replies', () => {
  it.each([
    ['the site', 'https://club.example', 'https://club.example', 'engine.internal:3000'],
    ['the address that was asked', 'https://club.example', 'http://10.0.0.2:3000', '10.0.0.2:3000'],
    ['the same in capitals', undefined, 'http://club.example', 'CLUB.example'],
    ['this machine, without a site address', undefined, 'http://localhost:5173', 'club.example'],
    ['the same by number', undefined, 'http://127.0.0.1', 'club.example'],
    ['the same by IPv6', undefined, 'http://[::1]:5173', 'club.example'],
  ])('include %s', (_, site, origin, host) => {
    expect(readable(site, origin, host)).toBe(origin)
  })

  it.each([
    ['a name that begins like the site', 'https://club.example', 'https://club.example.evil.example'],
    ['a name that ends like the site', 'https://club.example', 'https://evilclub.example'],
    ['a subdomain of the site', 'https://club.example', 'https://evil.club.example'],
    ['another port of the site', 'https://club.example', 'https://club.example:8443'],
    ['the site over plain HTTP', 'https://club.example', 'http://club.example', 'engine.internal'],
    ['this machine when there is a site address', 'https://club.example', 'http://localhost:5173'],
    ['a name that begins like this machine', undefined, 'http://localhost.evil.example'],
    ['a name that begins like its number', undefined, 'http://127.0.0.1.evil.example'],
    ['a name that ends like this machine', undefined, 'http://evil-localhost'],
    ['a name that begins like the host', undefined, 'http://club.example.evil.example'],
    ['pages without an origin', undefined, 'null'],
    ['text that is no origin', undefined, 'club.example'],
  ])('exclude %s', (_, site, origin, host = 'club.example') => {
    expect(readable(site, origin, host)).toBeUndefined()
    expect(createCors(site).preflight({ origin, host })['access-control-allow-origin']).toBeUndefined()
  })

  it('need no origin outside browsers, and get no header then', () => {
    expect(createCors('https://club.example').allows(undefined, 'club.example')).toBe(true)
    expect(createCors('https://club.example').headers({})).toEqual({ vary: 'Origin' })
  })
})
