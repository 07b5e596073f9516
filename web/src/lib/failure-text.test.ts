import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { consoleFailureText } from './console-failure-text.ts'
import { bannerText, lostReason } from './failure-text.ts'
import { NotAuthenticated, throwFailure } from './not-authenticated.ts'

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => log.mockClear())

describe('the text of a banner', () => {
  it('is the service’s own text for a refused sign-in', () => {
    const error = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
    expect(bannerText('signIn', error)).toBe('Invalid login credentials')
  })

  it('is the catalogue’s text when the service could not be reached', () => {
    expect(bannerText('signIn', new AuthRetryableFetchError('Failed to fetch', 0))).toBe(
      'Failed to sign in. Please check your credentials and try again.',
    )
    expect(bannerText('register', new TypeError('Failed to fetch'))).toBe('An error occurred')
  })

  it('is only the first sentence when offline, because the advice after it would mislead', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(bannerText(consoleFailureText.deleteUser, new TypeError('Failed to fetch'))).toBe('Failed to delete user')
    expect(bannerText('saveProfile', new TypeError('Failed to fetch'))).toBe('Failed to save profile')
    vi.unstubAllGlobals()
    expect(bannerText(consoleFailureText.deleteUser, new TypeError('Failed to fetch'))).toContain('admin privileges')
  })

  it('gives the reasons why a password is weak', () => {
    const error = new AuthWeakPasswordError('Password is too weak.', 422, ['length', 'pwned'])
    expect(bannerText('register', error)).toBe('Password is too weak: it is too short, it has appeared in a data leak.')
  })

  it('is the service’s own text for a weak password without reasons', () => {
    expect(bannerText('register', new AuthWeakPasswordError('Password is too weak.', 422, []))).toBe(
      'Password is too weak.',
    )
  })

  it('never shows the database’s message', () => {
    expect(bannerText('loadPosts', { code: '42501', message: 'permission denied for table x' })).toBe(
      'Failed to load posts',
    )
  })

  it('says "Not authenticated" when the service refused the session', () => {
    const refused = { message: 'permission denied for table badges', name: 'PostgrestError', code: '42501' }
    expect(() => throwFailure({ error: refused, status: 401 })).toThrow(NotAuthenticated)
    expect(() => throwFailure({ error: refused, status: 403 })).toThrow(expect.objectContaining({ code: '42501' }))
    expect(() => throwFailure({ error: null, status: 201 })).not.toThrow()
    expect(bannerText(consoleFailureText.createBadge, new NotAuthenticated())).toBe('Not authenticated')
  })

  it('logs the cause to the console', () => {
    const cause = new Error('cause')
    bannerText('loadGames', cause)
    expect(log).toHaveBeenCalledWith('loadGames', cause)
  })
})

it('says after a lost answer that another try is safe, but not when offline or refused', () => {
  const lost = new TypeError('Failed to fetch')
  expect(lostReason(lost)).toContain('nothing is done twice')
  expect(lostReason({ code: 'PT409', message: 'repeated' })).toBeUndefined()
  vi.stubGlobal('navigator', { onLine: false })
  expect(lostReason(lost)).toBeUndefined()
  vi.unstubAllGlobals()
})
