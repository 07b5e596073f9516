import { afterAll, beforeAll, expect, it } from 'vitest'
import { target } from '../features/auth/mailed-link.ts'
import { findLinks } from './find-links.ts'
import { safeOrigin } from './origin.ts'
import { parseUrl } from './parse-url.ts'
import { safeLink } from './safe-link.ts'
import { isWebLink } from './web-link.ts'

const { canParse, parse } = URL
beforeAll(() => {
  for (const name of ['canParse', 'parse']) Reflect.deleteProperty(URL, name)
})
afterAll(() => {
  Object.assign(URL, { canParse, parse })
})

it('parses addresses, and paths with a base', () => {
  expect(parseUrl('https://example.org/a?b')?.search).toBe('?b')
  expect(parseUrl('/a', 'https://example.org')?.href).toBe('https://example.org/a')
  for (const none of ['', '/a', 'http://', 'example.org']) expect(parseUrl(none)).toBeUndefined()
})

it('lets every check of an address run in a browser without URL.canParse', () => {
  expect(safeLink('https://example.org/x')).toBe('https://example.org/x')
  expect(safeLink('http://')).toBeUndefined()
  expect(isWebLink('https://example.org')).toBe(true)
  expect(isWebLink('https://[')).toBe(false)
  expect(safeOrigin('/newsfeed?page=2')).toBe('/newsfeed?page=2')
  expect(findLinks('See https://example.org/x.')).toEqual([
    'See ',
    { href: 'https://example.org/x', shown: 'example.org/x' },
    '.',
  ])
  expect(target('signup', '/dashboard')).toBe('/dashboard')
})
