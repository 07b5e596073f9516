import { expect, it } from 'vitest'
import { isWebLink } from './web-link.ts'

it.each([
  'https://example.org',
  'http://example.org/a?b=c#d',
  'HTTPS://EXAMPLE.ORG/x',
  '/games',
  '/',
  'https://example.org/@anna',
])('takes %s', (link) => expect(isWebLink(link)).toBe(true))

it.each([
  '',
  'example.org',
  'javascript:alert(1)',
  'data:image/png;base64,x',
  '//evil.example',
  '/\\evil.example',
  'https://user:pass@example.org',
  'https://example.org/a b',
  'https://exam"ple.org',
  'https://',
  `https://example.org/${'x'.repeat(2048)}`,
])('refuses %s', (link) => expect(isWebLink(link)).toBe(false))
