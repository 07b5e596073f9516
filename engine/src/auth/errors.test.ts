import { describe, expect, it } from 'vitest'
import { authErrors, renderAuthError } from './errors.ts'

describe('error shapes', () => {
  it('answers API version 2024-01-01 with code and message, and names the version', () => {
    const reply = renderAuthError(authErrors.passwordTooShort(6), '2024-01-01')
    expect(reply.status).toBe(422)
    expect(reply.headers).toMatchObject({ 'X-Supabase-Api-Version': '2024-01-01', 'x-sb-error-code': 'weak_password' })
    expect(JSON.parse(String(reply.body))).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    })
  })

  it.each([undefined, '2023-01-01', ''])('answers version %j with the older shape', (version) => {
    const reply = renderAuthError(authErrors.invalidCredentials(), version)
    expect(reply.headers).not.toHaveProperty('X-Supabase-Api-Version')
    expect(reply.headers).toMatchObject({ 'x-sb-error-code': 'invalid_credentials' })
    expect(JSON.parse(String(reply.body))).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    })
  })
})
