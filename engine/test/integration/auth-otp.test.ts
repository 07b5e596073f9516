import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test-support/browser.ts'
import { pressLink, tokenOf } from '../../../test-support/mailed-link.ts'
import { guest, signUp } from '../../../test-support/personas.ts'
import { codeIn, linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
let confirming: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ smtpUrl: sink.url, siteUrl: 'https://club.example', confirmEmail: false })
  confirming = await startEngine({ smtpUrl: sink.url, siteUrl: 'https://club.example', confirmEmail: true })
})
afterAll(async () => {
  await engine.close()
  await confirming.close()
  await sink.close()
})

const post = (path: string, body: unknown, at = engine) => authRequest(at, path, { method: 'POST', body })
const unknownOf = (code: string) => (code === '000000' ? '111111' : '000000')

const open = (link: URL, at = engine) => pressLink(at, link)

describe('signInWithOtp', () => {
  it('mails a member a link, which signs them in once', async () => {
    const member = await signUp(engine)
    const { email } = member.user
    const options = { shouldCreateUser: false, emailRedirectTo: 'https://club.example/profile' }
    expect((await guest(engine).auth.signInWithOtp({ email, options })).error).toBeNull()
    const mail = await sink.nextMail()
    expect(recipientOf(mail)).toBe(email)
    const link = linkIn(mail)
    expect(link.origin).toBe('https://club.example')
    const { status, location, fragment } = await open(link)
    expect(status).toBe(303)
    expect(location.origin + location.pathname).toBe('https://club.example/profile')
    expect(fragment.get('type')).toBe('magiclink')
    const claims = claimsOf(fragment.get('access_token') ?? '')
    expect(claims).toMatchObject({ sub: member.user.id, amr: [{ method: 'otp' }] })
    expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })

  it.each(['email', 'magiclink'] as const)('accepts the code of the mail as %s, instead of the link', async (type) => {
    const { email, id } = (await signUp(engine)).user
    await guest(engine).auth.signInWithOtp({ email })
    const mail = await sink.nextMail()
    const client = guest(engine)
    const { data, error } = await client.auth.verifyOtp({ email: email.toUpperCase(), token: codeIn(mail), type })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    expect((await client.from('profiles').select('id').eq('id', id)).data).toHaveLength(1)
    expect((await guest(engine).auth.verifyOtp({ email, token: codeIn(mail), type })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
    expect((await open(linkIn(mail))).fragment.get('error_code')).toBe('otp_expired')
  })

  it('lets a member who has just signed in by it set a new password, once, without the old one', async () => {
    const { email } = (await signUp(engine)).user
    await guest(engine).auth.signInWithOtp({ email })
    const client = guest(engine)
    await client.auth.verifyOtp({ email, token: codeIn(await sink.nextMail()), type: 'email' })
    expect((await client.auth.updateUser({ password: 'a new secret' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'another secret' })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  it('requires the old password when the link is an hour old', async () => {
    const { email, id } = (await signUp(engine)).user
    await guest(engine).auth.signInWithOtp({ email })
    const client = guest(engine)
    await client.auth.verifyOtp({ email, token: codeIn(await sink.nextMail()), type: 'email' })
    await engine.owner.query(
      `update auth.mfa_amr_claims as c set created_at = c.created_at - interval '1 hour', updated_at = c.updated_at - interval '1 hour'
       from auth.sessions as s where s.id = c.session_id and s.user_id = $1`,
      [id],
    )
    expect((await client.auth.updateUser({ password: 'a new secret' })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  it('does not invalidate a recovery link, and vice versa', async () => {
    const { email } = (await signUp(engine)).user
    const links: URL[] = []
    for (const path of ['/recover', '/otp']) {
      expect((await post(path, { email, create_user: false })).status).toBe(200)
      links.push(linkIn(await sink.nextMail()))
    }
    for (const link of links) expect((await open(link)).fragment.get('access_token')).not.toBeNull()
  })

  it('gives a member a link for an hour, not for a day like a confirmation', async () => {
    const { email, id } = (await signUp(engine)).user
    await guest(engine).auth.signInWithOtp({ email })
    const link = linkIn(await sink.nextMail())
    await engine.owner.query(
      `update auth.one_time_tokens set created_at = created_at - interval '1 hour' where user_id = $1`,
      [id],
    )
    expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })

  it('answers an address without an account the same if none may be created, and sends it nothing', async () => {
    const member = await signUp(engine)
    const ask = (email: string) => post('/otp', { email, create_user: false })
    const [unknown, known] = [await ask(newcomer().email), await ask(member.user.email)]
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 200, body: {} })
    expect({ status: known.status, body: known.body }).toEqual({ status: 200, body: {} })
    expect(recipientOf(await sink.nextMail())).toBe(member.user.email)
    expect(sink.unread()).toBe(0)
  })

  it('refuses telephone numbers, two addresses, none, and invalid ones', async () => {
    const { error } = await guest(engine).auth.signInWithOtp({ phone: '+4912345' })
    expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
    for (const body of [{}, { email: 'a@b.example', phone: '+4912345' }, { email: 'x' }, { email: 5 }])
      for (const path of ['/otp', '/magiclink'])
        expect(await post(path, body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('stores neither code nor token, only their hashes', async () => {
    const { email } = (await signUp(engine)).user
    await guest(engine).auth.signInWithOtp({ email })
    const mail = await sink.nextMail()
    const [dump] = await engine.owner.query(
      `select (select json_agg(t)::text from auth.one_time_tokens as t)
           || (select json_agg(c.code_hash)::text from engine.mailed_codes as c)
           || (select json_agg(u.recovery_token)::text from auth.users as u) as all`,
    )
    expect(dump?.all).not.toContain(tokenOf(linkIn(mail)))
    expect(dump?.all).not.toContain(`"${codeIn(mail)}"`)
    const codes = await engine.owner.query('select code_hash from engine.mailed_codes')
    for (const { code_hash } of codes) expect(code_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('signInWithOtp for an address without an account', () => {
  it('opens an unconfirmed one, which has a profile after its first link or code and can set a first password', async () => {
    const { email, data } = newcomer()
    const client = guest(engine)
    expect((await client.auth.signInWithOtp({ email, options: { data } })).error).toBeNull()
    const mail = await sink.nextMail()
    const account = async () => {
      const [row] = await engine.owner.query(
        `select u.email_confirmed_at is not null as confirmed, u.encrypted_password, p.username
         from auth.users as u left join public.profiles as p using (id) where u.email = $1`,
        [email],
      )
      return row
    }
    expect(await account()).toEqual({ confirmed: false, encrypted_password: null, username: null })
    const { data: opened } = await client.auth.verifyOtp({
      email,
      token: codeIn(mail),
      type: 'email',
    })
    expect(opened.user).toMatchObject({ email, user_metadata: { ...data, email_verified: true } })
    expect(opened.user?.email_confirmed_at).toBeDefined()
    expect(await account()).toEqual({ confirmed: true, encrypted_password: null, username: data.username })
    expect((await client.auth.updateUser({ password: 'a first secret' })).error).toBeNull()
    expect((await guest(engine).auth.signInWithPassword({ email, password: 'a first secret' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'a second one' })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  it('answers identically whether or not the database refuses the account, and leaves nothing behind if it does', async () => {
    const { email, data } = newcomer()
    const first = newcomer().email
    expect(await post('/otp', { email: first, data }, confirming)).toMatchObject({ status: 200, body: {} })
    const mail = await sink.nextMail()
    expect(recipientOf(mail)).toBe(first)
    // The username is taken from here on.
    await open(linkIn(mail), confirming)
    expect(await post('/otp', { email, data }, confirming)).toMatchObject({ status: 200, body: {} })
    const other = newcomer()
    await post('/otp', other, confirming)
    expect(recipientOf(await sink.nextMail())).toBe(other.email)
    expect(await confirming.owner.query('select from auth.users where email = $1', [email])).toEqual([])
  })

  it('ends the access of a stranger who signed up with the address before', async () => {
    const thief = newcomer()
    await guest(confirming).auth.signUp({ ...thief, options: { data: thief.data } })
    await sink.nextMail()
    await guest(confirming).auth.signInWithOtp({ email: thief.email })
    const { fragment } = await open(linkIn(await sink.nextMail()), confirming)
    expect(fragment.get('access_token')).not.toBeNull()
    expect((await guest(confirming).auth.signInWithPassword(thief)).error).toMatchObject({
      code: 'invalid_credentials',
    })
  })
})

describe('codes', () => {
  it('confirm a sign-up', async () => {
    const person = newcomer()
    const { client } = openBrowser(confirming)
    await client.auth.signUp({ ...person, options: { data: person.data } })
    const token = codeIn(await sink.nextMail())
    const { data } = await client.auth.verifyOtp({ email: person.email, token, type: 'signup' })
    expect(data.user).toMatchObject({ email: person.email })
    expect((await guest(confirming).auth.signInWithPassword(person)).error).toBeNull()
  })

  it('recover an account', async () => {
    const { email } = (await signUp(engine)).user
    await guest(engine).auth.resetPasswordForEmail(email)
    const client = guest(engine)
    await client.auth.verifyOtp({ email, token: codeIn(await sink.nextMail()), type: 'recovery' })
    expect((await client.auth.updateUser({ password: 'a new secret' })).error).toBeNull()
  })

  it('change an address when the codes of both have been entered', async () => {
    const member = await signUp(engine)
    const wanted = newcomer().email
    await member.auth.updateUser({ email: wanted })
    const [toOld, toNew] = [codeIn(await sink.nextMail()), codeIn(await sink.nextMail())]
    const first = await post('/verify', { type: 'email_change', email: member.user.email, token: toOld })
    expect(first.body.msg).toMatch(/^Confirmation link accepted/)
    const { data } = await guest(engine).auth.verifyOtp({ email: wanted, token: toNew, type: 'email_change' })
    expect(data.user?.email).toBe(wanted)
  })

  it('can be tried five times on all engines together', async () => {
    const second = await startEngine({ databaseUrl: engine.databaseUrl, jwtSecret: engine.jwtSecret })
    try {
      const { email } = (await signUp(engine)).user
      await guest(engine).auth.signInWithOtp({ email })
      const mail = await sink.nextMail()
      const guess = (token: string, at: TestEngine) => post('/verify', { type: 'email', email, token }, at)
      const wrong = unknownOf(codeIn(mail))
      const replies = await Promise.all([engine, second, engine, second, engine].map((at) => guess(wrong, at)))
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
      expect(await guess(codeIn(mail), second)).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
      expect((await open(linkIn(mail))).fragment.get('access_token')).not.toBeNull()
    } finally {
      await second.close()
    }
  })

  it('sign in once when one is entered ten times at once', async () => {
    const { email } = (await signUp(engine)).user
    await guest(engine).auth.signInWithOtp({ email })
    const token = codeIn(await sink.nextMail())
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post('/verify', { type: 'email', email, token })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('are valid only with the address they were sent to', async () => {
    const { email } = (await signUp(engine)).user
    await guest(engine).auth.signInWithOtp({ email })
    const token = codeIn(await sink.nextMail())
    expect(await post('/verify', { type: 'email', token })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    for (const other of [newcomer().email, 'no address'])
      expect(await post('/verify', { type: 'email', email: other, token })).toMatchObject({
        status: 403,
        body: { code: 'otp_expired' },
      })
    expect(await post('/verify', { type: 'signup', email, token })).toMatchObject({ status: 403 })
    expect(await post('/verify', { type: 'email', email, token })).toMatchObject({ status: 200 })
  })
})
