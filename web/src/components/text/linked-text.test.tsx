// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://club.example.org/newsfeed" }
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const SITE = 'https://club.example.org'

afterEach(cleanup)

function shown(text: string): HTMLElement {
  render(<LinkedText text={text} mentioned={[]} />, { wrapper: MemoryRouter })
  return screen.getByRole('link')
}

it('opens an address of this site here', () => {
  const link = shown(`${SITE}/games/1?a=b#c`)
  expect(link.getAttribute('href')).toBe('/games/1?a=b#c')
  expect(link.getAttribute('target')).toBeNull()
})

it.each(['//evil.example.net/login', '///evil.example.net', '/\\evil.example.net'])(
  'stays on this site with a path that would be read as the address of another: %s',
  (path) => {
    expect(new URL(shown(`${SITE}${path}`).getAttribute('href') ?? '', SITE).origin).toBe(SITE)
  },
)

it('opens another site in a new tab, without any claim to it', () => {
  const link = shown('https://evil.example.net/login')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('nofollow noopener ugc')
})
