import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOME_OF_MEMBERS, originFromState, safeOrigin } from './origin.ts'

/** Strings that have redirected visitors of real sites elsewhere; none may leave the app. */
const HOSTILE_ORIGINS = [
  '//evil.example',
  '///evil.example/path',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  ' //evil.example',
  '/.//evil.example',
] as const

describe('a remembered origin', () => {
  it.each(HOSTILE_ORIGINS)('is rejected when it is %j', (origin) => {
    expect(safeOrigin(origin)).toBeUndefined()
    expect(originFromState({ origin })).toBe(HOME_OF_MEMBERS)
  })

  it.each([
    ['/dashboard', '/dashboard'],
    ['/', '/'],
    ['/leaderboard?period=month#top', '/leaderboard?period=month#top'],
    ['/prizes/claim/2b3f1c1e-8a55-4c0f-9a53-0a4e5d1c7d11', '/prizes/claim/2b3f1c1e-8a55-4c0f-9a53-0a4e5d1c7d11'],
    ['/games/../newsfeed', '/newsfeed'],
    ['/newsfeed?next=https://evil.example', '/newsfeed?next=https://evil.example'],
  ])('keeps the path %j', (origin, path) => {
    expect(safeOrigin(origin)).toBe(path)
  })

  it.each(['/login', '/register?ref=x', '/LOGIN', '/login/'])('is never %j', (origin) => {
    expect(safeOrigin(origin)).toBeUndefined()
  })

  it.each([undefined, null, 7, {}, ['/dashboard'], `/${'a'.repeat(3000)}`, ''])('is not built from %j', (origin) => {
    expect(safeOrigin(origin)).toBeUndefined()
  })

  it('stays on the site for any text in the history', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[/\\.\t:a-z@?#%]{1,20}$/)), (origin) => {
        const path = originFromState({ origin })
        expect(new URL(path, 'https://bankside.test').origin).toBe('https://bankside.test')
        expect(path.startsWith('/') && !path.startsWith('//')).toBe(true)
      }),
    )
  })

  it('is the profile when there is no state', () => {
    expect(originFromState(null)).toBe('/profile')
    expect(originFromState({})).toBe('/profile')
  })
})
