// @vitest-environment happy-dom

import { describe, expect, it } from 'vitest'
import { isForOtherClient, mailedLink } from './mailed-link.ts'

const read = (address: string) => mailedLink(new URL(address, 'https://club.example'))

describe('a mailed link', () => {
  it.each([
    ['/confirm#type=recovery&link=abc&redirect_to=%2Freset-password', { kind: 'recovery', to: '/reset-password' }],
    ['/confirm#type=signup&link=abc&redirect_to=%2Fgames%3Fa%3Db', { kind: 'signup', to: '/games?a=b' }],
    ['/confirm#type=magiclink&link=abc&redirect_to=%2F', { kind: 'magiclink', to: '/profile' }],
    ['/confirm?token_hash=abc&type=email', { kind: 'magiclink', to: '/profile' }],
    ['/confirm#type=signup&link=abc&redirect_to=https%3A%2F%2Fevil.example%2F', { kind: 'signup', to: '/profile' }],
    ['/confirm#type=signup&link=abc&redirect_to=%2F%2Fevil.example', { kind: 'signup', to: '/profile' }],
  ])('%s', (address, link) => expect(read(address)).toEqual({ token: 'abc', ...link }))

  it.each([
    '/confirm#type=&link=abc',
    '/confirm#type=sms&link=abc',
    '/confirm#type=recovery&link=',
    '/confirm#link=abc',
  ])('%s is incomplete', (address) => expect(read(address)).toBe('incomplete'))

  it('is undefined without a token', () => {
    expect(read('/confirm')).toBeUndefined()
    expect(read('/confirm?type=signup')).toBeUndefined()
  })

  it('belongs to another client when that client expects a code at its own address', () => {
    const link = { kind: 'magiclink', token: 'pkce_abc', to: '/tool' } as const
    expect(isForOtherClient(link)).toBe(true)
    expect(isForOtherClient({ ...link, to: '/profile' })).toBe(false)
    expect(isForOtherClient({ ...link, token: 'abc' })).toBe(false)
  })
})
