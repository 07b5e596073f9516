import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest } from './auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

describe('information about the service', () => {
  it('lists its settings', async () => {
    expect((await authRequest(engine, '/settings')).body).toEqual({
      external: { anonymous_users: false, email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    })
  })

  it('is healthy, and publishes no key', async () => {
    expect(await authRequest(engine, '/health')).toMatchObject({ status: 200, body: { name: 'GoTrue' } })
    expect(await authRequest(engine, '/.well-known/jwks.json')).toMatchObject({ status: 200, body: { keys: [] } })
  })

  it('answers unknown paths and methods in its own error shape', async () => {
    for (const path of ['', '/', '/nothing', '/admin', '/verify/a/b', '/user/', '/passkeys'])
      expect(await authRequest(engine, path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const wrong = await authRequest(engine, '/user', { method: 'POST', body: {} })
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(wrong.headers.get('allow')).toBe('GET, PUT')
  })
})

describe('ways to sign in that are not offered', () => {
  it.each([
    ['GET', '/authorize?provider=google', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
    ['POST', '/sso', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['POST', '/token?grant_type=id_token', 400, 'provider_disabled', 'Provider is not enabled'],
    ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
    [
      'GET',
      '/user/identities/authorize?provider=google',
      403,
      'bad_jwt',
      'invalid JWT: invalid claim: missing sub claim',
    ],
  ])('%s %s is answered with %i %s', async (method, path, status, code, message) => {
    const reply = await authRequest(engine, path, { method, ...(method === 'POST' && { body: {} }) })
    expect([reply.status, reply.body]).toEqual([status, { code, message }])
  })

  it('include linking another way to an account', async () => {
    const member = await signUp(engine)
    const linked = await member.auth.linkIdentity({ provider: 'google' })
    expect(linked.error).toMatchObject({ status: 404, code: 'manual_linking_disabled' })
    const { data } = await member.auth.getUserIdentities()
    const [identity] = data?.identities ?? []
    expect(identity && (await member.auth.unlinkIdentity(identity)).error).toMatchObject({
      status: 404,
      code: 'manual_linking_disabled',
    })
  })
})

describe('telephone numbers', () => {
  const phone = '+44 1865 000000'

  it.each([
    ['/signup', { phone, password: 'a password' }, 400, 'phone_provider_disabled', 'Phone signups are disabled'],
    ['/otp', { phone }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    [
      '/token?grant_type=password',
      { phone, password: 'a password' },
      422,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    ['/resend', { type: 'sms', phone }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    ['/resend', { type: 'phone_change', phone }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    ['/resend', { type: 'sms' }, 400, 'validation_failed', 'Type provided requires a phone number'],
    ['/resend', { type: 'phone_change' }, 400, 'validation_failed', 'Missing email address or phone number'],
    ['/resend', { type: 'email_change', phone }, 400, 'phone_provider_disabled', 'Phone logins are disabled'],
    ['/resend', { type: 'signup', phone }, 400, 'validation_failed', 'Type provided requires an email address'],
    [
      '/resend',
      { type: 'recovery', email: 'a@b.example' },
      400,
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    [
      '/resend',
      { type: 'signup', phone, email: 'a@b.example' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided.',
    ],
    ['/verify', { type: 'sms', phone, token: '123456' }, 403, 'otp_expired', 'Token has expired or is invalid'],
  ])('POST %s with %j is answered with %i %s', async (path, body, status, code, message) => {
    const reply = await authRequest(engine, path, { method: 'POST', body })
    expect([reply.status, reply.body]).toEqual([status, { code, message }])
  })

  it('are not confirmed again: an address has none that waits, whether or not it has an account', async () => {
    const body = { type: 'phone_change', email: 'a@b.example' }
    expect(await authRequest(engine, '/resend', { method: 'POST', body })).toMatchObject({ status: 200, body: {} })
  })

  it('are not added to an account, of which nothing changes', async () => {
    const member = await signUp(engine)
    const { error } = await member.auth.updateUser({ phone, data: { note: 'x' } })
    expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
    expect((await member.auth.getUser()).data.user?.user_metadata.note).toBeUndefined()
  })
})

describe('parts of GoTrue that are not built', () => {
  it.each([
    ['GET', '/oauth/authorizations/x'],
    ['POST', '/oauth/authorizations/x/consent'],
    ['GET', '/user/oauth/grants'],
    ['DELETE', '/user/oauth/grants?client_id=x'],
    ['GET', '/admin/oauth/clients'],
    ['POST', '/admin/oauth/clients'],
    ['GET', '/admin/custom-providers'],
    ['POST', '/admin/custom-providers'],
    ['GET', '/admin/users/x/passkeys'],
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/authentication/verify'],
  ])('%s %s is answered as any unknown path', async (method, path) => {
    const reply = await authRequest(engine, path, { method, ...(method === 'POST' && { body: {} }) })
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('error shapes', () => {
  const fail = (headers: Record<string, string>) =>
    fetch(`${engine.url}/auth/v1/user`, { headers: { apikey: engine.publishableKey, Origin: engine.url, ...headers } })

  it('are the current ones when the client names the version, which is echoed in a readable header', async () => {
    const reply = await fail({ 'X-Supabase-Api-Version': '2024-01-01' })
    expect(reply.status).toBe(401)
    expect(reply.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(reply.headers.get('access-control-expose-headers')).toMatch(/X-Supabase-Api-Version/i)
    expect(reply.headers.get('x-sb-error-code')).toBe('no_authorization')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.json()).toEqual({
      code: 'no_authorization',
      message: 'This endpoint requires a valid Bearer token',
    })
  })

  it('are the older ones otherwise', async () => {
    const reply = await fail({})
    expect(reply.headers.get('x-supabase-api-version')).toBeNull()
    expect(reply.headers.get('x-sb-error-code')).toBe('no_authorization')
    expect(await reply.json()).toEqual({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    })
  })
})
