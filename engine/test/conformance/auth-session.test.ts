import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf, newcomer } from './auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const refresh = (refreshToken: unknown) =>
  authRequest(engine, '/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: refreshToken } })
const password = (body: unknown) => authRequest(engine, '/token?grant_type=password', { method: 'POST', body })
const getUser = (token: string | null) => authRequest(engine, '/user', { token })

/** A new member's first session, raw. */
async function session(): Promise<{ access_token: string; refresh_token: string; user: { id: string } }> {
  return (await authRequest(engine, '/signup', { method: 'POST', body: newcomer() })).body
}

describe('POST /token?grant_type=password', () => {
  it('opens a new session for the right password', async () => {
    const member = await signUp(engine)
    const { data, error } = await guest(engine).auth.signInWithPassword(member.user)
    expect(error).toBeNull()
    const first = (await member.auth.getSession()).data.session
    expect(data.user?.id).toBe(member.user.id)
    expect(claimsOf(data.session?.access_token ?? '').session_id).not.toBe(
      claimsOf(first?.access_token ?? '').session_id,
    )
  })

  it('accepts the address in upper and lower case', async () => {
    const { user } = await signUp(engine)
    expect((await password({ email: user.email.toUpperCase(), password: user.password })).status).toBe(200)
  })

  it('answers a wrong password, an unknown address and a broken address with the same bytes', async () => {
    const { user } = await signUp(engine)
    const replies = await Promise.all([
      password({ email: user.email, password: 'wrong-password' }),
      password({ email: newcomer().email, password: user.password }),
      password({ email: 'no address', password: user.password }),
      password({ email: user.email, password: '' }),
      password({ email: user.email, password: `${user.password}\0` }),
      password({ email: user.email, password: 'x'.repeat(1000) }),
    ])
    for (const { status, body } of replies)
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
      })
  })

  it('refuses telephone numbers and unknown grants', async () => {
    expect(await password({ phone: '123', password: 'secret-1' })).toMatchObject({
      status: 422,
      body: { code: 'phone_provider_disabled' },
    })
    const pkce = { method: 'POST', body: { auth_code: 'a', code_verifier: 'b' } }
    expect(await authRequest(engine, '/token?grant_type=pkce', pkce)).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    })
    for (const grant of ['?grant_type=other', ''])
      expect(await authRequest(engine, `/token${grant}`, { method: 'POST', body: {} })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
  })
})

describe('POST /token?grant_type=refresh_token', () => {
  it('issues a new pair and keeps the session', async () => {
    const member = await signUp(engine)
    const before = (await member.auth.getSession()).data.session
    const { data, error } = await member.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token)
    expect(data.session?.refresh_token.length).toBeGreaterThanOrEqual(22)
    expect(claimsOf(data.session?.access_token ?? '').session_id).toBe(claimsOf(before?.access_token ?? '').session_id)
  })

  it('answers five concurrent refreshes of one token with one successor', async () => {
    const { refresh_token } = await session()
    const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(refresh_token)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('answers a token that was exchanged moments ago with the active one', async () => {
    const { refresh_token: t0 } = await session()
    const t1 = (await refresh(t0)).body.refresh_token
    const t2 = (await refresh(t1)).body.refresh_token
    expect((await refresh(t0)).body.refresh_token).toBe(t2)
    expect((await refresh(t1)).body.refresh_token).toBe(t2)
    expect((await refresh(t2)).status).toBe(200)
  })

  it.each([
    ['that was never issued', 'made-up', 400, 'refresh_token_not_found'],
    ['with a NUL', 'a\0b', 400, 'refresh_token_not_found'],
    ['of 100,000 characters', 'x'.repeat(100_000), 400, 'refresh_token_not_found'],
    ['that is empty', '', 400, 'validation_failed'],
    ['that is a number', 5, 400, 'validation_failed'],
  ])('refuses a token %s', async (_what, token, status, code) => {
    expect(await refresh(token)).toMatchObject({ status, body: { code } })
  })
})

describe('POST /logout', () => {
  it('ends every session of the member with scope global, and no other member’s', async () => {
    const member = await signUp(engine)
    const [phone, other] = [await signIn(engine, member.user), await signUp(engine)]
    const tokens = (await phone.auth.getSession()).data.session
    await member.auth.signOut()
    expect(await getUser(tokens?.access_token ?? '')).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    })
    expect(await refresh(tokens?.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    })
    expect((await other.auth.getUser()).error).toBeNull()
  })

  it('ends only its own session with scope local', async () => {
    const member = await signUp(engine)
    const phone = await signIn(engine, member.user)
    const token = (await member.auth.getSession()).data.session?.access_token ?? ''
    await member.auth.signOut({ scope: 'local' })
    expect(await getUser(token)).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
    expect((await phone.auth.getUser()).error).toBeNull()
  })

  it('ends all but its own session with scope others', async () => {
    const member = await signUp(engine)
    const phone = await signIn(engine, member.user)
    await member.auth.signOut({ scope: 'others' })
    expect((await phone.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await member.auth.getUser()).error).toBeNull()
  })

  it('answers 204 without a body, and refuses an unknown scope and a guest', async () => {
    const { access_token: token } = await session()
    const logout = (scope: string, bearer: string | null) =>
      authRequest(engine, `/logout?scope=${scope}`, { method: 'POST', token: bearer })
    expect(await logout('everything', token)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(await logout('global', null)).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
    expect(await logout('global', token)).toMatchObject({ status: 204, body: undefined })
  })

  it('makes the access token invalid for tables at once', async () => {
    const member = await signUp(engine)
    const token = (await member.auth.getSession()).data.session?.access_token ?? ''
    const read = () =>
      fetch(`${engine.url}/rest/v1/profiles?select=id`, {
        headers: { apikey: engine.publishableKey, Authorization: `Bearer ${token}` },
      })
    expect((await read()).status).toBe(200)
    await member.auth.signOut()
    expect((await read()).status).toBe(401)
  })
})

describe('invalid tokens', () => {
  const signed = (claims: Record<string, unknown>, options: { secret?: string; exp?: string | number } = {}) => {
    const { secret = engine.jwtSecret, exp = '1h' } = options
    const token = new SignJWT({ role: 'authenticated', aud: 'authenticated', ...claims }).setProtectedHeader({
      alg: 'HS256',
    })
    return token.setExpirationTime(exp).sign(new TextEncoder().encode(secret))
  }

  it('asks for a missing token', async () => {
    expect(await getUser(null)).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  })

  it('does not treat the publishable key as an account', async () => {
    expect(await getUser(engine.publishableKey)).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  })

  it('refuses tokens with another secret, expiry, edited claims or no algorithm, and arbitrary text', async () => {
    const { access_token: token, user } = await session()
    const claims = claimsOf(token)
    const [header = '', , signature = ''] = token.split('.')
    const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad = [
      await signed(claims, { secret: 'another secret that is at least 32 characters long' }),
      await signed(claims, { exp: Math.floor(Date.now() / 1000) - 3600 }),
      `${header}.${base64({ ...claims, role: 'service_role' })}.${signature}`,
      `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`,
      `${token}x`,
      'rubbish',
      'a.b.c',
      await signed({ ...claims, aud: 'somebody else' }),
      await signed({ ...claims, sub: 'not a uuid' }),
      await signed({ ...claims, session_id: "' or 1=1" }),
    ]
    for (const wrong of bad) expect(await getUser(wrong)).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    expect((await getUser(token)).body.id).toBe(user.id)
  })

  it('refuses a token without a session, and of another member’s session', async () => {
    const [mine, theirs] = [await session(), await session()]
    const { session_id: _mine, ...without } = claimsOf(mine.access_token)
    expect(await getUser(await signed(without))).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
    const crossed = await signed({ ...without, session_id: claimsOf(theirs.access_token).session_id })
    expect(await getUser(crossed)).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  })
})
