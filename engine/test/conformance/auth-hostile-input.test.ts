import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from './auth-request.ts'

let engine: TestEngine
let token: string
beforeAll(async () => {
  engine = await startEngine()
  token = (await authRequest(engine, '/signup', { method: 'POST', body: newcomer() })).body.access_token
})
afterAll(() => engine.close())

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    "' or 1=1 --",
    '../../etc/passwd',
    '%00',
    '{}',
    'a@b.c',
    '\r\nX: y',
    '🎣'.repeat(30),
  ),
)
const value = fc.oneof(
  text,
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
  fc.array(text, { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
)
const body = fc.dictionary(
  fc.constantFrom(
    ...['email', 'password', 'current_password', 'data', 'phone', 'refresh_token', 'token', 'token_hash', 'type'],
    ...['should_soft_delete', 'app_metadata', 'user_metadata', 'ban_duration', 'role', '__proto__'],
    ...['auth_code', 'code_verifier', 'code_challenge', 'code_challenge_method', 'create_user', 'nonce'],
    ...['new_email', 'redirect_to'],
  ),
  value,
)
const path = fc.constantFrom(
  ...['/signup', '/token?grant_type=password', '/token?grant_type=refresh_token', '/recover', '/verify'],
  ...['/otp', '/magiclink', '/resend', '/token?grant_type=pkce', '/invite', '/admin/generate_link'],
  ...['/admin/users', '/admin/users/00000000-0000-4000-8000-000000000000'],
)

describe('hostile input', () => {
  it('never causes a server error, whatever the body', async () => {
    const holds = async (target: string, sent: object) => {
      const admin = target.startsWith('/admin') || target === '/invite'
      const reply = await authRequest(engine, target, {
        method: target.startsWith('/admin/users/') ? 'PUT' : 'POST',
        body: sent,
        token: admin ? engine.secretKey : engine.publishableKey,
      })
      expect(reply.status, `${target} ${JSON.stringify(sent)}`).toBeLessThan(500)
    }
    await fc.assert(fc.asyncProperty(path, body, holds), { seed: 20261121, numRuns: 400 })
    // Four hundred requests, some of which hash a password.
  }, 120_000)

  it('never breaks the account of the member who sends it', async () => {
    const holds = async (sent: object) => {
      const reply = await authRequest(engine, '/user', { method: 'PUT', body: sent, token })
      expect(reply.status, JSON.stringify(sent)).toBeLessThan(500)
    }
    await fc.assert(fc.asyncProperty(body, holds), { seed: 20261121, numRuns: 100 })
    expect((await authRequest(engine, '/user', { token })).status).toBe(200)
  })

  it.each([
    '/verify/%00?type=recovery',
    '/verify/%E0%A4%A?type=recovery',
    '/verify/%zz?type=recovery',
    `/verify/${'x'.repeat(5000)}?type=recovery`,
    '/verify?type=recovery&token=%00&redirect_to=%E0%A4%A',
    '/admin/users/%2e%2e%2fx',
    '/admin/users/%zz',
    '/admin/users?page=%zz&per_page=1',
    '/user;x=1',
    '/%75ser/..',
  ])('answers the unusual address %s', async (odd) => {
    for (const bearer of [engine.publishableKey, engine.secretKey])
      expect((await authRequest(engine, odd, { token: bearer })).status).toBeLessThan(500)
  })
})
