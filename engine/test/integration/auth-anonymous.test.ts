import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../../../test-support/mailed-link.ts'
import { guest, service, signUp } from '../../../test-support/personas.ts'
import { linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
let confirming: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ anonymousSignIns: true })
  confirming = await startEngine({ anonymousSignIns: true, smtpUrl: sink.url, confirmEmail: true })
})
afterAll(async () => {
  await engine.close()
  await confirming.close()
  await sink.close()
})

async function anonymous(at = engine, data: object = {}) {
  const client = guest(at)
  const { data: opened, error } = await client.auth.signInAnonymously({ options: { data } })
  if (error || !opened.user || !opened.session) throw error ?? new Error('no session')
  return { client, user: opened.user, token: opened.session.access_token }
}

describe('signInAnonymously', () => {
  it('is refused unless it is switched on', async () => {
    const off = await startEngine()
    try {
      expect((await guest(off).auth.signInAnonymously()).error).toMatchObject({
        status: 422,
        code: 'anonymous_provider_disabled',
      })
      expect((await authRequest(off, '/settings')).body.external.anonymous_users).toBe(false)
    } finally {
      await off.close()
    }
    expect((await authRequest(engine, '/settings')).body.external.anonymous_users).toBe(true)
  })

  it('opens an account without an address, with a profile and a claim in the token', async () => {
    const { client, user, token } = await anonymous(engine, { colour: 'green' })
    expect(user).toMatchObject({ email: '', is_anonymous: true, app_metadata: {}, identities: [] })
    expect(user.user_metadata).toEqual({ colour: 'green' })
    expect(claimsOf(token)).toMatchObject({
      sub: user.id,
      role: 'authenticated',
      is_anonymous: true,
      email: '',
      amr: [{ method: 'anonymous' }],
    })
    const { data } = await client.from('profiles').select('username').eq('id', user.id).single()
    expect(data?.username).toMatch(/^angler-\d{8}$/)
    const { data: refreshed } = await client.auth.refreshSession()
    expect(claimsOf(refreshed.session?.access_token ?? '').is_anonymous).toBe(true)
  })

  it('is refused when a rule of the database refuses it, and leaves nothing behind', async () => {
    const { username } = (await signUp(engine)).user
    const count = async () => (await engine.owner.query('select count(*)::int as n from auth.users'))[0]?.n
    const before = await count()
    const { error } = await guest(engine).auth.signInAnonymously({ options: { data: { username } } })
    expect(error).toMatchObject({ status: 422, message: 'Database error creating anonymous user' })
    expect(await count()).toBe(before)
  })

  it('does not let a password without an address sign up', async () => {
    expect(await authRequest(engine, '/signup', { method: 'POST', body: { password: 'secret-1' } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })
})

describe('an anonymous account', () => {
  it('cannot set a password before it has an address', async () => {
    const { client } = await anonymous()
    expect((await client.auth.updateUser({ password: 'a first secret' })).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
    })
    expect((await client.auth.reauthenticate()).error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('becomes an ordinary one with an address and a password, if sign-ups need no confirmation', async () => {
    const { client, user } = await anonymous(engine, { colour: 'green' })
    const { email, password } = newcomer()
    const { data, error } = await client.auth.updateUser({ email, password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id: user.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      user_metadata: { colour: 'green', email },
    })
    expect(data.user?.identities).toMatchObject([{ provider: 'email', email }])
    const signedIn = await guest(engine).auth.signInWithPassword({ email, password })
    expect(signedIn.data.user?.id).toBe(user.id)
    expect(claimsOf(signedIn.data.session?.access_token ?? '').is_anonymous).toBe(false)
    expect((await client.auth.updateUser({ password: 'another one' })).error).toMatchObject({
      code: 'current_password_required',
    })
  })

  it('cannot take an address that has an account, and no password is stored', async () => {
    const { email } = (await signUp(engine)).user
    const { client, user } = await anonymous()
    expect((await client.auth.updateUser({ email, password: 'a first secret' })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    expect((await client.auth.updateUser({ email: 'x' })).error).toMatchObject({ code: 'validation_failed' })
    const rows = await engine.owner.query('select email, encrypted_password from auth.users where id = $1', [user.id])
    expect(rows).toEqual([{ email: null, encrypted_password: null }])
  })

  it('confirms its address by one link if sign-ups are confirmed, and sets its password then', async () => {
    const { client, user } = await anonymous(confirming)
    const { email, password } = newcomer()
    expect((await client.auth.updateUser({ email, password })).error).toMatchObject({ code: 'validation_failed' })
    const asked = await client.auth.updateUser({ email })
    expect(asked.data.user).toMatchObject({ email: '', new_email: email, is_anonymous: true })
    const mail = await sink.nextMail()
    expect(recipientOf(mail)).toBe(email)
    const opened = guest(confirming)
    const { data } = await opened.auth.verifyOtp({
      type: 'email_change',
      token_hash: tokenOf(linkIn(mail)),
    })
    expect(data.user).toMatchObject({
      id: user.id,
      email,
      is_anonymous: false,
      user_metadata: { email_verified: true },
    })
    expect((await opened.auth.updateUser({ password })).error).toBeNull()
    expect((await guest(confirming).auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('does not learn that an address has an account; its holder is notified by mail', async () => {
    const taken = newcomer()
    await service(confirming).auth.admin.createUser({ ...taken, email_confirm: true })
    const [one, other] = [await anonymous(confirming), await anonymous(confirming)]
    const answer = async ({ client }: typeof one, email: string) => {
      const { data, error } = await client.auth.updateUser({ email })
      return { error, keys: Object.keys(data.user ?? {}), newEmail: data.user?.new_email === email }
    }
    const free = newcomer().email
    expect(await answer(one, taken.email)).toEqual(await answer(other, free))
    const mails = [await sink.nextMail(), await sink.nextMail()]
    expect(mails.map(recipientOf).sort()).toEqual([free, taken.email].sort())
    const toTaken = mails.find((mail) => recipientOf(mail) === taken.email) ?? ''
    expect(linkIn(toTaken).pathname).toBe('/login')
  })

  it('can get its address from the secret key', async () => {
    const { user } = await anonymous()
    const { email, password } = newcomer()
    const { data } = await service(engine).auth.admin.updateUserById(user.id, { email, password, email_confirm: true })
    expect(data.user).toMatchObject({ email, is_anonymous: false, app_metadata: { provider: 'email' } })
    expect((await guest(engine).auth.signInWithPassword({ email, password })).data.user?.identities).toHaveLength(1)
  })
})

it('counts towards the sign-up limit of a network address', async () => {
  const strict = await startEngine({ anonymousSignIns: true, rateLimitScale: 1 })
  try {
    const statuses: number[] = []
    for (let index = 0; index < 31; index++)
      statuses.push((await authRequest(strict, '/signup', { method: 'POST', body: { data: {} } })).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
  } finally {
    await strict.close()
  }
})
