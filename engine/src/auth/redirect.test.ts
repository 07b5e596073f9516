import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

const SITE = 'https://club.example'

describe('redirect of a link', () => {
  it.each([
    ['https://club.example/reset?a=1', 'https://club.example/reset?a=1'],
    ['/reset', 'https://club.example/reset'],
    ['https://club.example/reset#old', 'https://club.example/reset'],
    ['https://club.example/a\r\nSet-Cookie: b', 'https://club.example/aSet-Cookie:%20b'],
  ])('keeps %j on the site', (wanted, target) => {
    expect(safeRedirect(wanted, { siteUrl: SITE })).toBe(target)
  })

  it.each([
    undefined,
    '',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:/\\evil.example',
    'https://club.example.evil.example/',
    'https://club.example@evil.example/',
    'https://eve@club.example/',
    'http://club.example/',
    'https://club.example:444/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://club.example/1',
    'https://',
    'https://club.example//evil.example',
    'https://club.example/\\evil.example',
    '/.//evil.example',
  ])('sends %j to the site itself', (wanted) => {
    expect(safeRedirect(wanted, { siteUrl: SITE })).toBe('https://club.example/')
  })
})
