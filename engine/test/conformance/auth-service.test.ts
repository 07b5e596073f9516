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
