import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLink, pressLink, tokenOf } from '../../../test-support/mailed-link.ts'
import { guest, signUp } from '../../../test-support/personas.ts'
import { linkIn, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ smtpUrl: sink.url, siteUrl: 'https://club.example', confirmEmail: false })
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

const open = (link: URL, at = engine) => pressLink(at, link)

/** A new member and the link sent to them. */
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
    expect(mail).toMatch(/^From: Bankside <club@club\.example>$/m)
    expect(mail).toMatch(new RegExp(`^To: <?${member.user.email}>?\\s*$`, 'm'))
    expect(mail).not.toContain('evil')
    expect(linkIn(mail).origin).toBe('https://club.example')
  })

  it('names the club as it is called', async () => {
    const call = (name: string) => engine.owner.query('update public.site_settings set club_name = $1', [name])
    await call('Clear "Lake"')
    // What the engine knows of the club is a few seconds old at most.
    const mail = async () => {
      const member = await signUp(engine)
      await recover(member.user.email)
      return await sink.nextMail()
    }
    await expect.poll(mail, { timeout: 20_000, interval: 1_000 }).toMatch(/^Subject: .*Clear_=22Lake=22_password/m)
    const found = await mail()
    expect(found).toMatch(/^From: "?Clear \\"Lake\\""? <club@club\.example>/m)
    expect(found).not.toContain('Bankside')
    await call('Bankside')
    await expect.poll(mail, { timeout: 20_000, interval: 1_000 }).toContain('Set a new Bankside password')
  })

  it('answers an unknown address the same, and sends it nothing', async () => {
    const member = await signUp(engine)
    const unknown = await recover(newcomer().email)
    const known = await recover(member.user.email)
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body })
    expect(await sink.nextMail()).toContain(member.user.email)
    expect(sink.unread()).toBe(0)
  })

  it('refuses an invalid address, which reveals nothing about accounts', async () => {
    for (const email of ['', 'x', 'a@b.c\nBcc: d@e.f', 5])
      expect(await recover(email as string)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('stores the token as a hash only', async () => {
    const { member, link } = await memberWithLink()
    const token = tokenOf(link)
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

describe('the button behind a mailed link', () => {
  it('opens a session once, and returns it in the fragment', async () => {
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

  it('allows a new password without the old one, and ends earlier sessions', async () => {
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

  it('opens one session when it is pressed ten times at once', async () => {
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

  it('invalidates an earlier link as soon as the password is changed', async () => {
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
    'https://club.example//evil.example',
    'https://club.example/\\evil.example',
    'javascript:alert(1)',
    '/\r\nSet-Cookie: a=b',
  ])('never leads to another site: %j', async (redirectTo) => {
    const { link } = await memberWithLink(redirectTo)
    const said = new URLSearchParams(link.hash.slice(1))
    expect(new URL(said.get('redirect_to') ?? '', 'https://club.example').origin).toBe('https://club.example')
    said.set('redirect_to', redirectTo)
    link.hash = said.toString()
    const { status, location } = await open(link)
    expect(status).toBe(303)
    expect(location.origin).toBe('https://club.example')
  })

  it('refuses other types', async () => {
    const { link } = await memberWithLink()
    const at = (type: string) => open(new URL(`https://club.example/auth/v1/verify/${tokenOf(link)}?type=${type}`))
    expect((await at('sms')).fragment.get('error_code')).toBe('validation_failed')
    expect((await at('signup')).fragment.get('error_code')).toBe('otp_expired')
    expect((await at('recovery')).fragment.get('access_token')).not.toBeNull()
  })
})

describe('a press sent by a plain form', () => {
  const send = (link: URL, headers: Record<string, string>) =>
    fetch(`${engine.url}/auth/v1/verify/${tokenOf(link)}?type=recovery`, {
      method: 'POST',
      redirect: 'manual',
      headers,
    })

  it.each([
    ['declares itself another', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['is on the same domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://shop.club.example' }],
    ['an old browser names', { Origin: 'https://evil.example' }],
    ['hides its name', { Origin: 'null' }],
  ])('is refused from a site that %s, and uses nothing up', async (_, headers) => {
    const { link } = await memberWithLink()
    const refused = await send(link, headers)
    expect([refused.status, refused.headers.get('location')]).toEqual([403, null])
    expect(await refused.json()).toMatchObject({ error_code: 'cross_site_request' })
    expect((await open(link)).fragment.get('access_token')).not.toBeNull()
  })

  it.each([
    ['of the site', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://club.example' }],
    ['that was reloaded', { 'Sec-Fetch-Site': 'none' }],
    ['of the site in an old browser', { Origin: 'https://club.example' }],
    ['in a browser that sends neither header', {}],
  ])('is accepted from a page %s', async (_, headers) => {
    const { link } = await memberWithLink()
    const taken = await send(link, headers)
    expect(taken.status).toBe(303)
    expect(taken.headers.get('location')).toContain('#access_token=')
  })
})

describe('GET /verify', () => {
  it('leads to the page with the button, any number of times, and uses nothing up', async () => {
    const { link } = await memberWithLink('https://club.example/reset-password?a=b')
    const token = tokenOf(link)
    const rest = `type=recovery&redirect_to=${encodeURIComponent('https://club.example/reset-password?a=b')}`
    for (const address of [`verify/${token}?${rest}`, `verify?token=${token}&${rest}`, `verify/${token}?${rest}`]) {
      const { status, location } = await openLink(engine, `https://club.example/auth/v1/${address}`)
      expect(status).toBe(303)
      expect(location.href).toBe(link.href)
    }
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({
      type: 'recovery',
      link: token,
      redirect_to: '/reset-password?a=b',
    })
    expect((await open(link)).fragment.get('access_token')).not.toBeNull()
  })

  it('never leads to another site', async () => {
    for (const redirectTo of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const address = `https://club.example/auth/v1/verify/x?type=recovery&redirect_to=${encodeURIComponent(redirectTo)}`
      const { location, fragment } = await openLink(engine, address)
      expect(location.origin + location.pathname).toBe('https://club.example/confirm')
      expect(fragment.get('redirect_to')).toBe('/')
    }
  })
})

describe('POST /verify', () => {
  it('opens a session by the token, once, and only for its own address', async () => {
    const { member, link } = await memberWithLink()
    const token_hash = tokenOf(link)
    const client = guest(engine)
    const wrong = await client.auth.verifyOtp({ type: 'recovery', email: newcomer().email, token: token_hash })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const { data, error } = await client.auth.verifyOtp({ type: 'recovery', token_hash })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(member.user.id)
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toMatchObject({ code: 'otp_expired' })
  })

  it('refuses invented tokens and other types', async () => {
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
