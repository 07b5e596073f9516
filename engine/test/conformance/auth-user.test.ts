import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf, newcomer } from './auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const tokenOf = async (member: Persona) => (await member.auth.getSession()).data.session?.access_token ?? ''
const put = async (member: Persona, body: unknown) =>
  authRequest(engine, '/user', { method: 'PUT', body, token: await tokenOf(member) })
const canSignIn = async (email: string, password: string) =>
  (await guest(engine).auth.signInWithPassword({ email, password })).error === null

describe('PUT /user: password', () => {
  it('changes it with the current one, keeps this session and ends the others', async () => {
    const member = await signUp(engine)
    const phone = await signIn(engine, member.user)
    const refreshToken = (await phone.auth.getSession()).data.session?.refresh_token ?? ''
    const reply = await put(member, { password: 'a new secret', current_password: member.user.password })
    expect(reply).toMatchObject({ status: 200, body: { id: member.user.id } })
    expect((await member.auth.getUser()).error).toBeNull()
    expect((await member.auth.refreshSession()).error).toBeNull()
    expect((await phone.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const body = { refresh_token: refreshToken }
    expect((await authRequest(engine, '/token?grant_type=refresh_token', { method: 'POST', body })).status).toBe(400)
    expect(await canSignIn(member.user.email, 'a new secret')).toBe(true)
    expect(await canSignIn(member.user.email, member.user.password)).toBe(false)
  })

  it('works through supabase-js', async () => {
    const member = await signUp(engine)
    const { error } = await member.auth.updateUser({ password: 'a new secret', current_password: member.user.password })
    expect(error).toBeNull()
    expect(await canSignIn(member.user.email, 'a new secret')).toBe(true)
  })

  it('refuses it without the current password or with a wrong one, and refuses the same and weak passwords', async () => {
    const member = await signUp(engine)
    const current = member.user.password
    const cases: [Record<string, unknown>, number, string][] = [
      [{ password: 'a new secret' }, 400, 'current_password_required'],
      [{ password: 'a new secret', current_password: '' }, 400, 'current_password_required'],
      [{ password: 'a new secret', current_password: 'a guess' }, 400, 'current_password_invalid'],
      [{ password: current, current_password: current }, 422, 'same_password'],
      [{ password: 'abcde', current_password: current }, 422, 'weak_password'],
      [{ password: 'x'.repeat(73), current_password: current }, 400, 'validation_failed'],
    ]
    for (const [body, status, code] of cases) expect(await put(member, body)).toMatchObject({ status, body: { code } })
    expect(await canSignIn(member.user.email, current)).toBe(true)
  })

  it('requires a session', async () => {
    const body = { password: 'a new secret', current_password: 'x' }
    expect(await authRequest(engine, '/user', { method: 'PUT', body, token: null })).toMatchObject({ status: 401 })
    expect(await authRequest(engine, '/user', { method: 'PUT', body })).toMatchObject({ status: 403 })
  })
})

describe('PUT /user: other fields', () => {
  it('merges metadata; null deletes a key', async () => {
    const member = await signUp(engine)
    await member.auth.updateUser({ data: { area: 'Lake', nick: 'C' } })
    const { data } = await member.auth.updateUser({ data: { nick: null } })
    expect(data.user?.user_metadata).toMatchObject({ username: member.user.username, area: 'Lake' })
    expect(data.user?.user_metadata).not.toHaveProperty('nick')
    expect((await member.auth.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata)
  })

  it('answers that the address cannot be changed, and does not reveal whether another one is taken', async () => {
    const [member, other] = [await signUp(engine), await signUp(engine)]
    for (const email of [newcomer().email, other.user.email])
      expect(await put(member, { email })).toMatchObject({
        status: 422,
        body: { code: 'feature_disabled', message: 'Changing the email address is not available' },
      })
    expect((await put(member, { email: member.user.email })).status).toBe(200)
  })

  it('honours neither role nor app_metadata nor confirmation from a member’s body', async () => {
    const member = await signUp(engine)
    const before = (await member.auth.getUser()).data.user
    const forged = {
      role: 'service_role',
      aud: 'admin',
      app_metadata: { role: 'service_role', provider: 'root' },
      raw_app_meta_data: { role: 'service_role' },
      email_confirm: true,
      is_super_admin: true,
      id: '00000000-0000-0000-0000-000000000000',
      data: { is_admin: true, role: 'service_role' },
    }
    const { body } = await put(member, forged)
    expect(body).toMatchObject({ id: before?.id, role: 'authenticated', aud: 'authenticated' })
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    const { data } = await member.auth.refreshSession()
    const claims = claimsOf(data.session?.access_token ?? '')
    expect(claims).toMatchObject({ role: 'authenticated', aud: 'authenticated', sub: before?.id })
    expect(claims.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  })

  it('honours none of them in a sign-up', async () => {
    const forged = { role: 'service_role', app_metadata: { role: 'admin' }, aud: 'x', is_anonymous: true, id: 'x' }
    const { body } = await authRequest(engine, '/signup', { method: 'POST', body: { ...newcomer(), ...forged } })
    expect(body.user).toMatchObject({ role: 'authenticated', aud: 'authenticated', is_anonymous: false })
    expect(claimsOf(body.access_token)).toMatchObject({
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })

  it('gives no rights for the content of metadata', async () => {
    const member = await signUp(engine, { data: { is_admin: true, points: 9999, role: 'service_role' } })
    await member.auth.updateUser({ data: { is_admin: true, role: 'service_role' } })
    await member.auth.refreshSession()
    const { data } = await service(engine).from('profiles').select('is_admin, points').eq('id', member.user.id).single()
    expect(data).toEqual({ is_admin: false, points: 0 })
    const { error } = await member.from('badges').insert({ name: 'Forged', description: 'x' })
    expect(error?.code).toBe('42501')
  })
})
