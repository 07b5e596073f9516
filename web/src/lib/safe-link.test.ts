import { expect, it } from 'vitest'
import { safeLink } from './safe-link.ts'

it.each(['https://example.org/x?y=1', 'HTTP://example.org', '/games', '/storage/v1/object/public/a.webp', '  /games '])(
  'lets %s through',
  (address) => {
    expect(safeLink(address)).toBe(address.trim())
  },
)

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'https:evil',
  'http://',
  'games',
  '',
  null,
  undefined,
])('refuses %s', (address) => {
  expect(safeLink(address)).toBeUndefined()
})
