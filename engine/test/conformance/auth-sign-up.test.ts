import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf, newcomer } from './auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const post = (body: unknown) => authRequest(engine, '/signup', { method: 'POST', body })

describe('POST /signup', () => {
  it('signs a new member in at once', async () => {
    const { email, password, data } = newcomer()
    const client = guest(engine)
    const { data: answer, error } = await client.auth.signUp({ email, password, options: { data } })
    expect(error).toBeNull()
    expect(answer.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { ...data, email, email_verified: true, phone_verified: false, sub: answer.user?.id },
      is_anonymous: false,
    })
    expect(answer.user?.identities?.[0]).toMatchObject({
      id: answer.user?.id,
      user_id: answer.user?.id,
      provider: 'email',
      email,
      identity_data: { sub: answer.user?.id, email },
    })
    expect(answer.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect((await client.auth.getUser()).data.user?.id).toBe(answer.user?.id)
  })

  it('answers times in RFC 3339 and leaves out what is not set', async () => {
    const { body } = await post(newcomer())
    for (const key of ['created_at', 'updated_at', 'email_confirmed_at', 'confirmed_at', 'last_sign_in_at'])
      expect(body.user[key]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
    for (const key of ['banned_until', 'deleted_at', 'recovery_sent_at', 'encrypted_password'])
      expect(body.user).not.toHaveProperty(key)
    expect(Object.values(body.user)).not.toContain(null)
  })

  it('signs tokens with the claims that policies and clients read', async () => {
    const { body } = await post(newcomer())
    const claims = claimsOf(body.access_token)
    expect(claims).toMatchObject({
      iss: `${engine.url}/auth/v1`,
      sub: body.user.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: body.user.email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(claims.amr).toEqual([{ method: 'password', timestamp: expect.closeTo(Number(claims.iat), -1) }])
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
    expect(body.expires_at).toBe(claims.exp)
  })

  it('stores the address in lower case and refuses it again in any other case', async () => {
    const person = newcomer()
    const first = await post({ ...person, email: person.email.toUpperCase() })
    expect(first.body.user.email).toBe(person.email)
    const again = await post({ ...newcomer(), email: person.email })
    expect(again).toMatchObject({
      status: 422,
      body: { code: 'user_already_exists', message: 'User already registered' },
    })
  })

  it('creates one account when the same address signs up ten times at once', async () => {
    const { email } = newcomer()
    const replies = await Promise.all(Array.from({ length: 10 }, () => post({ ...newcomer(), email })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])
  })

  it.each([
    ['no address', { email: '' }, 400, 'validation_failed', 'Unable to validate email address: invalid format'],
    [
      'an impossible address',
      { email: 'a b@c' },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'an address with a line break',
      { email: 'a@b.c\r\nBcc: d@e.f' },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    ['no password', { password: '' }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      '73 bytes of password',
      { password: 'x'.repeat(73) },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    ['a number as password', { password: 12345678 }, 400, 'validation_failed', 'Invalid value of password'],
    [
      'a telephone number',
      { email: undefined, phone: '123' },
      400,
      'phone_provider_disabled',
      'Phone signups are disabled',
    ],
  ])('refuses %s', async (_what, change, status, code, message) => {
    expect(await post({ ...newcomer(), ...change })).toMatchObject({ status, body: { code, message } })
  })

  it('refuses short passwords and NULs as weak, with the reason', async () => {
    const { error } = await guest(engine).auth.signUp({ ...newcomer(), password: 'abcde' })
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    })
    const nul = await post({ ...newcomer(), password: 'abc\0defg' })
    expect(nul).toMatchObject({ status: 422, body: { weak_password: { reasons: ['characters'] } } })
  })

  it('refuses anonymous sign-ins', async () => {
    const { error } = await guest(engine).auth.signInAnonymously()
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
  })

  it('only reports that saving failed when the database refuses the account, and leaves nothing behind', async () => {
    const taken = newcomer()
    await post(taken)
    const person = { ...newcomer(), data: taken.data }
    expect(await post(person)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', message: 'Database error saving new user' },
    })
    // supabase-js shows no message of a 5xx.
    const { error } = await guest(engine).auth.signUp({ ...person, options: { data: person.data } })
    expect(error).toMatchObject({ status: 422, message: 'Database error saving new user' })
    // The address is still free.
    expect((await post({ ...person, data: newcomer().data })).status).toBe(200)
  })
})

describe('bodies', () => {
  it.each([
    ['broken JSON', '{"email":', 400, 'bad_json'],
    ['an array', '[]', 400, 'validation_failed'],
    ['10,000 nested arrays', `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 400, 'bad_json'],
    [
      '201 keys',
      JSON.stringify({ data: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [i, i])) }),
      400,
      'bad_json',
    ],
    ['5 KiB of metadata', { ...newcomer(), data: { note: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    ['a NUL in metadata', { ...newcomer(), data: { note: '\0' } }, 400, 'validation_failed'],
    ['more than 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, 413, 'request_too_large'],
  ])('refuses %s', async (_what, body, status, code) => {
    expect(await post(body)).toMatchObject({ status, body: { code } })
  })

  it('accepts JSON only with its own content type, which a form of another site cannot send', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const reply = await authRequest(engine, '/signup', { method: 'POST', body: newcomer(), headers })
    expect(reply).toMatchObject({ status: 415, body: { code: 'bad_json' } })
  })

  it('treats __proto__ as an ordinary key of metadata', async () => {
    const { email, password } = newcomer()
    const body = `{"email":"${email}","password":"${password}","data":{"__proto__":{"is_admin":true},"constructor":1}}`
    const reply = await post(body)
    expect(reply.status).toBe(200)
    expect(reply.body.user.user_metadata.is_admin).toBeUndefined()
  })
})
