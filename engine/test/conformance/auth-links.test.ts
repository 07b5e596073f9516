import type { GenerateLinkParams } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLink, pressLink } from '../../../test-support/mailed-link.ts'
import { guest, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from './auth-request.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const generate = (params: GenerateLinkParams) => service(engine).auth.admin.generateLink(params)

const open = (link: string | undefined) => pressLink(engine, link)

describe('auth.admin.generateLink', () => {
  it('makes a link and a code that sign a member in, and sends neither', async () => {
    const { user } = await signUp(engine)
    const redirectTo = `${engine.url}/profile`
    const { data, error } = await generate({ type: 'magiclink', email: user.email, options: { redirectTo } })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(user.id)
    expect(data.properties).toMatchObject({ verification_type: 'magiclink', redirect_to: redirectTo })
    expect(data.properties?.email_otp).toMatch(/^\d{6}$/)
    const link = data.properties?.action_link ?? ''
    expect((await openLink(engine, link)).location.pathname).toBe('/confirm')
    const { status, location, fragment } = await open(link)
    expect(status).toBe(303)
    expect(location.pathname).toBe('/profile')
    expect(fragment.get('access_token')).not.toBeNull()
  })

  it('returns a hash that verifyOtp accepts', async () => {
    const { user } = await signUp(engine)
    const { data } = await generate({ type: 'recovery', email: user.email })
    const client = guest(engine)
    const token_hash = data.properties?.hashed_token ?? ''
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).data.user?.id).toBe(user.id)
    expect((await client.auth.updateUser({ password: 'a new secret' })).error).toBeNull()
  })

  it('opens an unconfirmed account by a sign-up link', async () => {
    const { email, password, data: metadata } = newcomer()
    const { data, error } = await generate({ type: 'signup', email, password, options: { data: metadata } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: metadata })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect((await guest(engine).auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
    const { data: opened } = await guest(engine).auth.verifyOtp({
      type: 'signup',
      email,
      token: data.properties?.email_otp ?? '',
    })
    expect(opened.session).not.toBeNull()
    expect((await guest(engine).auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('turns a sign-in link into a sign-up for an address without an account', async () => {
    const { data } = await generate({ type: 'magiclink', email: newcomer().email })
    expect(data.properties?.verification_type).toBe('signup')
    expect((await open(data.properties?.action_link)).fragment.get('access_token')).not.toBeNull()
  })

  it('invites, also repeatedly, and lets the invited member set a password', async () => {
    const { email } = newcomer()
    const first = await generate({ type: 'invite', email })
    expect(first.data.user?.invited_at).toBeDefined()
    const second = await generate({ type: 'invite', email })
    expect(second.data.user?.id).toBe(first.data.user?.id)
    expect((await open(first.data.properties?.action_link)).fragment.get('error_code')).toBe('otp_expired')
    const client = guest(engine)
    await client.auth.verifyOtp({ type: 'invite', token_hash: second.data.properties?.hashed_token ?? '' })
    expect((await client.auth.updateUser({ password: 'a first secret' })).error).toBeNull()
    expect((await guest(engine).auth.signInWithPassword({ email, password: 'a first secret' })).error).toBeNull()
  })

  it('changes an address once both links are opened, and only to the address in both', async () => {
    const { user } = await signUp(engine)
    const [wanted, another] = [newcomer().email, newcomer().email]
    const link = async (type: 'email_change_current' | 'email_change_new', newEmail: string) =>
      (await generate({ type, email: user.email, newEmail })).data.properties
    const stale = await link('email_change_current', another)
    const toNew = await link('email_change_new', wanted)
    expect((await open(stale?.action_link)).fragment.get('error_code')).toBe('otp_expired')
    const toOld = await link('email_change_current', wanted)
    expect(toOld?.verification_type).toBe('email_change_current')
    expect((await open(toOld?.action_link)).fragment.get('message')).toMatch(/^Confirmation link accepted/)
    const { data } = await guest(engine).auth.verifyOtp({
      type: 'email_change',
      token_hash: toNew?.hashed_token ?? '',
    })
    expect(data.user?.email).toBe(wanted)
  })

  it('changes no address after the secret key has set another', async () => {
    const { user } = await signUp(engine)
    const links = []
    for (const type of ['email_change_current', 'email_change_new'] as const)
      links.push((await generate({ type, email: user.email, newEmail: 'wanted@example.com' })).data.properties)
    const recovery = (await generate({ type: 'recovery', email: user.email })).data.properties
    await open(links[0]?.action_link)
    const set = newcomer().email
    await service(engine).auth.admin.updateUserById(user.id, { email: set })
    for (const link of [links[1], recovery])
      expect((await open(link?.action_link)).fragment.get('error_code')).toBe('otp_expired')
    expect((await service(engine).auth.admin.getUserById(user.id)).data.user?.email).toBe(set)
  })

  it('leads to the site and nowhere else', async () => {
    const { user } = await signUp(engine)
    const options = { redirectTo: 'https://evil.example/' }
    const { data } = await generate({ type: 'magiclink', email: user.email, options })
    expect(data.properties?.redirect_to).toBe(`${engine.url}/`)
    expect(data.properties?.action_link).not.toContain('evil')
  })

  it('refuses impossible requests', async () => {
    const { email } = (await signUp(engine)).user
    const nobody = newcomer().email
    const cases: [Record<string, unknown>, number, string][] = [
      [{ type: 'signup', email, password: 'secret-1' }, 422, 'email_exists'],
      [{ type: 'invite', email }, 422, 'email_exists'],
      [{ type: 'signup', email: nobody }, 400, 'validation_failed'],
      [{ type: 'signup', email: nobody, password: 'abc' }, 422, 'weak_password'],
      [{ type: 'recovery', email: nobody }, 404, 'user_not_found'],
      [{ type: 'email_change_new', email: nobody, new_email: email }, 404, 'user_not_found'],
      [{ type: 'email_change_new', email }, 400, 'validation_failed'],
      [{ type: 'email_change_current', email, new_email: email }, 422, 'email_exists'],
      [{ type: 'sms', email }, 400, 'validation_failed'],
      [{ type: 'magiclink', email: 'x' }, 400, 'validation_failed'],
      [{ type: 'magiclink' }, 400, 'validation_failed'],
    ]
    for (const [body, status, code] of cases)
      expect(
        await authRequest(engine, '/admin/generate_link', { method: 'POST', body, token: engine.secretKey }),
        JSON.stringify(body),
      ).toMatchObject({ status, body: { code } })
  })

  it('refuses an account that a rule of the database refuses, and leaves nothing behind', async () => {
    const taken = (await signUp(engine)).user.username
    const { email, password } = newcomer()
    const { error } = await generate({ type: 'signup', email, password, options: { data: { username: taken } } })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
    expect((await generate({ type: 'recovery', email })).error).toMatchObject({ code: 'user_not_found' })
  })
})

it.each(['/admin/generate_link', '/invite'])('%s is for the secret key only', async (path) => {
  const admin = await signUp(engine, { admin: true })
  const token = (await admin.auth.getSession()).data.session?.access_token ?? ''
  const body = { type: 'invite', email: newcomer().email }
  expect(await authRequest(engine, path, { method: 'POST', body })).toMatchObject({ status: 403 })
  expect(await authRequest(engine, path, { method: 'POST', body, token: null })).toMatchObject({ status: 401 })
  expect(await authRequest(engine, path, { method: 'POST', body, token })).toMatchObject({
    status: 403,
    body: { code: 'not_admin' },
  })
})
