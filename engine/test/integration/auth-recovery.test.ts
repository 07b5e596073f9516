import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, signUp } from '../../../test-support/personas.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ smtpUrl: sink.url, siteUrl: 'https://club.example' })
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})

const recover = (email: string, options: { redirectTo?: string; headers?: Record<string, string> } = {}) =>
  authRequest(engine, `/recover?redirect_to=${encodeURIComponent(options.redirectTo ?? '')}`, {
    method: 'POST',
    body: { email },
    headers: options.headers ?? {},
  })

/** Opens a mailed link at the engine under test, whatever host it names. */
async function open(link: URL) {
  const response = await fetch(`${engine.url}${link.pathname}${link.search}`, { redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '', 'https://nowhere.invalid')
  return { status: response.status, location, fragment: new URLSearchParams(location.hash.slice(1)) }
}

/** A new member and the link they were sent. */
async function memberWithLink(redirectTo?: string) {
  const member = await signUp(engine)
  await recover(member.user.email, redirectTo === undefined ? {} : { redirectTo })
  return { member, link: linkIn(await sink.nextMail()) }
}

describe('POST /recover', () => {
  it('mails a link to the member, from the club, on the club’s own host', async () => {
    const member = await signUp(engine)
    const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', Origin: 'https://evil.example' }
    const reply = await recover(member.user.email, { headers })
    expect(reply).toMatchObject({ status: 200, body: {} })
    const mail = await sink.nextMail()
    expect(mail).toMatch(/^From: club@club\.example$/m)
    expect(mail).toMatch(new RegExp(`^To: <?${member.user.email}>?\\s*$`, 'm'))
    expect(mail).not.toContain('evil')
    expect(linkIn(mail).origin).toBe('https://club.example')
  })

  it('answers an unknown address the same, and sends it nothing', async () => {
    const member = await signUp(engine)
    const unknown = await recover(newcomer().email)
    const known = await recover(member.user.email)
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
    expect(await sink.nextMail()).toContain(member.user.email)
    expect(sink.unread()).toBe(0)
  })

  it('refuses what is no address, which tells nothing about accounts', async () => {
    for (const email of ['', 'x', 'a@b.c\nBcc: d@e.f', 5])
      expect(await recover(email as string)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('stores the token as a hash only', async () => {
    const { member, link } = await memberWithLink()
    const token = link.pathname.split('/').at(-1) ?? ''
    const rows = await engine.owner.query('select token_hash from auth.one_time_tokens where user_id = $1', [
      member.user.id,
    ])
    expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/)
    const dump = await engine.owner.query(
      `select (select json_agg(u)::text from auth.users as u) || (select json_agg(t)::text from auth.one_time_tokens as t) as all`,
    )
    expect(dump[0]?.all).not.toContain(token)
  })
})

describe('GET /verify', () => {
  it('opens a session once, and hands it over in the fragment', async () => {
    const { member, link } = await memberWithLink('https://club.example/reset-password')
    const first = await open(link)
    expect(first.status).toBe(303)
    expect(first.location.origin + first.location.pathname).toBe('https://club.example/reset-password')
    expect(Object.fromEntries(first.fragment)).toMatchObject({
      expires_in: '3600',
      token_type: 'bearer',
      type: 'recovery',
    })
    const user = await authRequest(engine, '/user', { token: first.fragment.get('access_token') })
    expect(user.body.id).toBe(member.user.id)

    const again = await open(link)
    expect(again.status).toBe(303)
    expect(Object.fromEntries(again.fragment)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
  })

  it('lets the new password be set without the old one, and ends the sessions before', async () => {
    const { member, link } = await memberWithLink()
    const { fragment } = await open(link)
    const client = guest(engine)
    const [access_token, refresh_token] = ['access_token', 'refresh_token'].map((name) => fragment.get(name) ?? '')
    await client.auth.setSession({ access_token: access_token ?? '', refresh_token: refresh_token ?? '' })
    expect((await client.auth.updateUser({ password: member.user.password })).error).toMatchObject({
      code: 'same_password',
    })
    expect((await client.auth.updateUser({ password: 'a fresh start' })).error).toBeNull()
    expect((await member.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await client.auth.updateUser({ password: 'once more' })).error).toMatchObject({
      code: 'current_password_required',
    })
    const { email } = member.user
    expect((await guest(engine).auth.signInWithPassword({ email, password: 'a fresh start' })).error).toBeNull()
  })

  it('opens one session when the link is followed ten times at once', async () => {
    const { link } = await memberWithLink()
    const replies = await Promise.all(Array.from({ length: 10 }, () => open(link)))
    expect(replies.filter(({ fragment }) => fragment.has('access_token'))).toHaveLength(1)
  })

  it('refuses a link that is older than an hour', async () => {
    const { member, link } = await memberWithLink()
    await engine.owner.query(
      `update auth.one_time_tokens set created_at = created_at - interval '1 hour' where user_id = $1`,
      [member.user.id],
    )
    expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })

  it('makes an earlier link useless as soon as the password is changed', async () => {
    const { member, link } = await memberWithLink()
    await member.auth.updateUser({ password: 'a new secret', current_password: member.user.password })
    expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'https:\\\\evil.example',
    'https://club.example@evil.example',
    'https://club.example.evil.example',
    'javascript:alert(1)',
    '/\r\nSet-Cookie: a=b',
  ])('never leads to another site: %j', async (redirectTo) => {
    const { link } = await memberWithLink(redirectTo)
    expect(new URL(link.searchParams.get('redirect_to') ?? '').origin).toBe('https://club.example')
    link.searchParams.set('redirect_to', redirectTo)
    const { status, location } = await open(link)
    expect(status).toBe(303)
    expect(location.origin).toBe('https://club.example')
  })

  it('takes the token in the query as well, and refuses other types', async () => {
    const { link } = await memberWithLink()
    const token = link.pathname.split('/').at(-1) ?? ''
    const at = (query: string) => open(new URL(`https://club.example/auth/v1/verify?${query}`))
    expect((await at(`token=${token}&type=sms`)).fragment.get('error_code')).toBe('validation_failed')
    expect((await at(`token=${token}&type=signup`)).fragment.get('error_code')).toBe('otp_expired')
    expect((await at(`token=${token}&type=recovery`)).fragment.get('access_token')).not.toBeNull()
  })
})

describe('POST /verify', () => {
  it('opens a session by the token, once, and only for its own address', async () => {
    const { member, link } = await memberWithLink()
    const token_hash = link.pathname.split('/').at(-1) ?? ''
    const client = guest(engine)
    const wrong = await client.auth.verifyOtp({ type: 'recovery', email: newcomer().email, token: token_hash })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(member.user.id)
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toMatchObject({ code: 'otp_expired' })
  })

  it('refuses made-up tokens and other types', async () => {
    const verify = (body: unknown) => authRequest(engine, '/verify', { method: 'POST', body })
    expect(await verify({ type: 'recovery', token_hash: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'otp_expired' },
    })
    expect(await verify({ type: 'recovery' })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(await verify({ type: 'sms', token: '123456' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })
})
