import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const refresh = (token: string) =>
  authRequest(engine, '/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token: token } })
const successor = async (token: string): Promise<string> => (await refresh(token)).body.refresh_token
const firstSession = async () => (await authRequest(engine, '/signup', { method: 'POST', body: newcomer() })).body

/** Makes a token look as if it had been exchanged eleven seconds ago. */
const age = (token: string) =>
  engine.owner.query(
    `update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where token = $1`,
    [hashOf(token)],
  )

describe('refresh token rotation', () => {
  it('stores the SHA-256 of each token, and the family tree', async () => {
    const { refresh_token: t0 } = await firstSession()
    const t1 = await successor(t0)
    const rows = await engine.owner.query(
      'select token, parent, revoked from auth.refresh_tokens where token = any($1) order by id',
      [[hashOf(t0), hashOf(t1)]],
    )
    expect(rows).toEqual([
      { token: hashOf(t0), parent: null, revoked: true },
      { token: hashOf(t1), parent: hashOf(t0), revoked: false },
    ])
  })

  it('returns the active token again for its parent, long afterwards', async () => {
    const { refresh_token: t0 } = await firstSession()
    const t1 = await successor(t0)
    const t2 = await successor(t1)
    await age(t0)
    await age(t1)
    expect(await successor(t1)).toBe(t2)
  })

  it('treats an older token as stolen: the family, its session and its access tokens end at once', async () => {
    const { refresh_token: t0, access_token: token } = await firstSession()
    const t1 = await successor(t0)
    const t2 = await successor(t1)
    await age(t0)
    expect(await refresh(t0)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    for (const dead of [t1, t2]) expect((await refresh(dead)).status).toBe(400)
    expect((await authRequest(engine, '/user', { token })).status).toBe(403)
  })

  it('does not affect the member’s other sessions when one family ends', async () => {
    const member = await signUp(engine)
    const phone = await signIn(engine, member.user)
    const t0 = (await phone.auth.getSession()).data.session?.refresh_token ?? ''
    await successor(await successor(t0))
    await age(t0)
    expect((await refresh(t0)).status).toBe(400)
    expect((await member.auth.refreshSession()).error).toBeNull()
  })

  it('handles concurrent refreshes, sign-outs and password changes of one member without a server error', async () => {
    const person = newcomer()
    await authRequest(engine, '/signup', { method: 'POST', body: person })
    const open = async () =>
      (await authRequest(engine, '/token?grant_type=password', { method: 'POST', body: person })).body
    for (let round = 0; round < 4; round++) {
      const sessions = await Promise.all([open(), open(), open()])
      const replies = await Promise.all(
        sessions.flatMap(({ access_token: token, refresh_token }, index) => [
          refresh(refresh_token),
          authRequest(engine, `/logout?scope=${index === 0 ? 'global' : 'local'}`, { method: 'POST', token }),
          refresh(refresh_token),
          authRequest(engine, '/user', { method: 'PUT', token, body: { data: { round } } }),
        ]),
      )
      for (const { status } of replies) expect(status).toBeLessThan(500)
    }
  })

  it('ends a session that was idle for 30 days, and one that is 90 days old', async () => {
    for (const change of [`created_at = created_at - interval '30 days'`, `not_after = now() - interval '1 second'`]) {
      const { refresh_token, access_token } = await firstSession()
      await engine.owner.query(`update auth.sessions set ${change} where id = $1`, [claimsOf(access_token).session_id])
      expect(await refresh(refresh_token)).toMatchObject({ status: 400, body: { code: 'session_expired' } })
    }
  })

  it('sets the absolute end 90 days after the beginning', async () => {
    const { access_token } = await firstSession()
    const [row] = await engine.owner.query(
      `select not_after - created_at = interval '90 days' as right from auth.sessions where id = $1`,
      [claimsOf(access_token).session_id],
    )
    expect(row?.right).toBe(true)
  })
})

describe('the stored rows', () => {
  it('have bcrypt hashes that pgcrypto can check, and are written as upstream does', async () => {
    vi.stubEnv('REAL_PASSWORD_HASHES', '1')
    const { user } = await signUp(engine)
    vi.unstubAllEnvs()
    const [row] = await engine.owner.query(
      `select encrypted_password, encrypted_password = extensions.crypt($2, encrypted_password) as checked,
              confirmation_token, recovery_token, email_change, is_anonymous, is_sso_user
       from auth.users where id = $1`,
      [user.id, user.password],
    )
    expect(row?.encrypted_password).toMatch(/^\$2a\$10\$/)
    expect(row).toMatchObject({ checked: true, confirmation_token: '', recovery_token: '', email_change: '' })
  })

  it('contain nothing of an account that a trigger refused, whose message is not revealed', async () => {
    await engine.owner.query(`
      create function public.refuse_it() returns trigger language plpgsql as
        $$ begin raise exception 'secret of %', new.email using detail = 'row of somebody'; end $$;
      create trigger refuse_it after insert on auth.users for each row
        when (new.email like 'refused-%') execute function public.refuse_it()`)
    const person = { ...newcomer(), email: 'refused-1@example.com' }
    const reply = await authRequest(engine, '/signup', { method: 'POST', body: person })
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', message: 'Database error saving new user' },
    })
    expect(JSON.stringify(reply.body)).not.toContain('secret')
    const [left] = await engine.owner.query(
      `select (select count(*)::int from auth.users where email = $1) as users,
              (select count(*)::int from auth.identities where email = $1) as identities`,
      [person.email],
    )
    expect(left).toEqual({ users: 0, identities: 0 })
  })

  it('include the metadata when triggers on the account fire', async () => {
    const member = await signUp(engine)
    const [row] = await engine.owner.query('select username from public.profiles where id = $1', [member.user.id])
    expect(row?.username).toBe(member.user.username)
  })

  it('accept a password that SQL has written', async () => {
    const { user } = await signUp(engine)
    await engine.owner.query(
      `update auth.users set encrypted_password = extensions.crypt('set in SQL', extensions.gen_salt('bf', 8)) where id = $1`,
      [user.id],
    )
    await expect(signIn(engine, { ...user, password: 'set in SQL' })).resolves.toBeDefined()
    await expect(signIn(engine, user)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })
})
