import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test-support/browser.ts'
import { pressLink, tokenOf } from '../../../test-support/mailed-link.ts'
import { guest } from '../../../test-support/personas.ts'
import { linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { createLogger, ensureFirstAdmin, readConfig, startEngine as startApp } from '../../src/index.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
let sink: SmtpSink
beforeAll(async () => {
  sink = await startSmtpSink()
  engine = await startEngine({ smtpUrl: sink.url, confirmEmail: true, siteUrl: 'https://club.example' })
})
afterAll(async () => {
  await engine.close()
  await sink.close()
})

const signUp = (
  { email, password, data }: ReturnType<typeof newcomer>,
  emailRedirectTo?: string,
  client = guest(engine),
) => client.auth.signUp({ email, password, options: { data, ...(emailRedirectTo ? { emailRedirectTo } : {}) } })
const canSignIn = async ({ email, password }: { email: string; password: string }) =>
  (await guest(engine).auth.signInWithPassword({ email, password })).error === null

const open = (link: URL, at = engine) => pressLink(at, link)

/** A member whose address is confirmed, and a client with their session. */
async function member() {
  const person = newcomer()
  const { client } = openBrowser(engine)
  await signUp(person, undefined, client)
  await client.auth.verifyOtp({ type: 'signup', token_hash: tokenOf(linkIn(await sink.nextMail())) })
  return { ...person, client }
}

describe('a sign-up with confirmation', () => {
  it('is reported in the settings', async () => {
    expect((await authRequest(engine, '/settings')).body.mailer_autoconfirm).toBe(false)
  })

  it('opens no session, and allows no sign-in before the link was opened', async () => {
    const person = newcomer()
    const { client, press } = openBrowser(engine)
    const { data, error } = await signUp(person, 'https://club.example/profile', client)
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email: person.email, confirmation_sent_at: expect.any(String) })
    expect(data.user?.identities).toHaveLength(1)
    const mail = await sink.nextMail()
    const refused = await guest(engine).auth.signInWithPassword(person)
    expect(refused.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })

    expect(recipientOf(mail)).toBe(person.email)
    const link = linkIn(mail)
    expect(link.origin).toBe('https://club.example')
    const { status, location, fragment } = await press(link)
    expect(status).toBe(303)
    expect(location.origin + location.pathname).toBe('https://club.example/profile')
    expect(fragment.get('type')).toBe('signup')
    const user = await authRequest(engine, '/user', { token: fragment.get('access_token') })
    expect(user.body).toMatchObject({ id: data.user?.id, user_metadata: { email_verified: true } })
    expect(user.body.email_confirmed_at).toBeDefined()
    expect(user.body.identities[0].identity_data.email_verified).toBe(true)
    expect(await canSignIn(person)).toBe(true)
    expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })

  it('creates the profile when the address is confirmed, and not before', async () => {
    const person = newcomer()
    const { data } = await signUp(person)
    const profiles = () => engine.owner.query('select username from public.profiles where id = $1', [data.user?.id])
    const link = linkIn(await sink.nextMail())
    expect(await profiles()).toEqual([])
    await open(link)
    expect(await profiles()).toEqual([{ username: person.data.username }])
  })

  it('gives a similar username when the requested one was taken meanwhile', async () => {
    const [first, second] = [newcomer(), newcomer()]
    const data = { username: `${first.data.username}x` }
    await signUp({ ...first, data })
    const link = linkIn(await sink.nextMail())
    await signUp({ ...second, data })
    await open(linkIn(await sink.nextMail()))
    expect((await open(link)).fragment.get('access_token')).not.toBeNull()
    const rows = await engine.owner.query(
      'select u.email, p.username from public.profiles as p join auth.users as u using (id) where u.email = any($1)',
      [[first.email, second.email]],
    )
    expect(new Map(rows.map(({ email, username }) => [email, username]))).toEqual(
      new Map([
        [first.email, `${data.username}2`],
        [second.email, data.username],
      ]),
    )
  })

  it('answers an address that has an account like a new one, notifies its holder by mail, and changes nothing', async () => {
    const known = await member()
    const stranger = { ...newcomer(), email: known.email }
    const { data, error } = await signUp(stranger)
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email: known.email, identities: [{ provider: 'email' }] })
    const mail = await sink.nextMail()
    expect(recipientOf(mail)).toBe(known.email)
    expect(linkIn(mail).href).toBe('https://club.example/login')
    expect(await engine.owner.query('select from auth.users where id = $1', [data.user?.id])).toEqual([])
    expect(await canSignIn(stranger)).toBe(false)
    expect(await canSignIn(known)).toBe(true)
    expect(sink.unread()).toBe(0)
  })

  it.each(['before', 'after'])(
    'keeps no password when a stranger signed up with the address %s its holder',
    async (when) => {
      const [holder, stranger] = [newcomer(), newcomer()]
      stranger.email = holder.email
      const [first, second] = when === 'before' ? [stranger, holder] : [holder, stranger]
      const { data } = await signUp(first)
      const stale = linkIn(await sink.nextMail())
      await signUp(second)
      const link = linkIn(await sink.nextMail())
      expect((await open(stale)).fragment.get('error_code')).toBe('otp_expired')
      expect(await engine.owner.query('select id from auth.users where email = $1', [holder.email])).toEqual([
        { id: data.user?.id },
      ])
      // The page of the link leads to the form for a password, as it does for every recovery.
      expect(new URLSearchParams(link.hash.slice(1)).get('type')).toBe('recovery')
      const client = guest(engine)
      const pressed = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenOf(link) })
      expect(pressed.data.user).toMatchObject({
        email: holder.email,
        user_metadata: { username: second.data.username },
      })
      for (const person of [first, second]) expect(await canSignIn(person)).toBe(false)
      expect((await client.auth.updateUser({ password: 'chosen by the holder' })).error).toBeNull()
      expect(await canSignIn({ email: holder.email, password: 'chosen by the holder' })).toBe(true)
    },
  )

  it('keeps the password of repeated sign-ups with the same one, and the last requested name', async () => {
    const person = newcomer()
    const { client, press } = openBrowser(engine)
    await signUp(person, undefined, client)
    await sink.nextMail()
    const { data } = newcomer()
    await signUp({ ...person, data }, undefined, openBrowser(engine).client)
    const { fragment } = await press(linkIn(await sink.nextMail()))
    expect(fragment.get('type')).toBe('signup')
    expect(await canSignIn(person)).toBe(true)
    const user = await authRequest(engine, '/user', { token: fragment.get('access_token') })
    expect(user.body.user_metadata).toMatchObject({ ...data, sub: user.body.id })
    expect(await engine.owner.query('select username from public.profiles where id = $1', [user.body.id])).toEqual([
      { username: data.username },
    ])
  })

  it('creates one account for ten concurrent sign-ups, and the last mail sets the password', async () => {
    const { email } = newcomer()
    const people = Array.from({ length: 10 }, () => ({ ...newcomer(), email }))
    await Promise.all(people.map((person) => signUp(person)))
    const mails = await Promise.all(people.map(() => sink.nextMail()))
    expect(mails.map(recipientOf)).toEqual(people.map(() => email))
    const opened = []
    for (const mail of mails) opened.push((await open(linkIn(mail))).fragment.get('access_token'))
    expect(opened.filter((token) => token !== null)).toHaveLength(1)
    for (const person of people) expect(await canSignIn(person)).toBe(false)
  })

  it('resends a link to choose a password when none was kept', async () => {
    const person = newcomer()
    await signUp(person)
    await sink.nextMail()
    await signUp({ ...newcomer(), email: person.email })
    await sink.nextMail()
    await guest(engine).auth.resend({ type: 'signup', email: person.email })
    const { fragment } = await open(linkIn(await sink.nextMail()))
    expect(fragment.get('type')).toBe('recovery')
    expect(await canSignIn(person)).toBe(false)
  })

  it('refuses a link that is older than a day', async () => {
    const person = newcomer()
    const { data } = await signUp(person)
    const link = linkIn(await sink.nextMail())
    await engine.owner.query(
      `update auth.one_time_tokens set created_at = created_at - interval '1 day' where user_id = $1`,
      [data.user?.id],
    )
    expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })

  it('gives the reason when the username is taken', async () => {
    const known = await member()
    const { error } = await signUp({ ...newcomer(), data: known.data })
    expect(error).toMatchObject({ status: 422, message: 'Database error saving new user' })
    expect(sink.unread()).toBe(0)
  })
})

describe('the metadata of an unconfirmed account', () => {
  const ref = '00000000-0000-4000-8000-000000000001'
  const stranger = (email: string) => {
    const { data, ...rest } = newcomer()
    return { ...rest, email, data: { ...data, favourite: 'pike', note: ref } }
  }
  const metadataOf = async (email: string) => {
    const [row] = await engine.owner.query(
      `select raw_user_meta_data - '{sub,email,email_verified,phone_verified}'::text[] as metadata from auth.users where email = $1`,
      [email],
    )
    return row?.metadata
  }

  it('is that of the last sign-up, completely', async () => {
    const holder = newcomer()
    await signUp(stranger(holder.email))
    await sink.nextMail()
    await signUp(holder)
    await open(linkIn(await sink.nextMail()))
    expect(await metadataOf(holder.email)).toEqual(holder.data)
  })

  it.each(['/recover', '/otp'])('is dropped when its holder signs in by %s, which is no sign-up', async (path) => {
    const { email } = newcomer()
    await signUp(stranger(email))
    await sink.nextMail()
    expect((await authRequest(engine, path, { method: 'POST', body: { email } })).status).toBe(200)
    const { fragment } = await open(linkIn(await sink.nextMail()))
    expect(fragment.get('access_token')).not.toBeNull()
    expect(await metadataOf(email)).toEqual({})
  })

  it('is kept from the sign-up when another client requests a link', async () => {
    const holder = newcomer()
    const { client, press } = openBrowser(engine)
    await signUp(holder, undefined, client)
    const own = linkIn(await sink.nextMail())
    await authRequest(engine, '/otp', { method: 'POST', body: { email: holder.email } })
    await sink.nextMail()
    expect((await press(own)).fragment.get('access_token')).not.toBeNull()
    expect(await metadataOf(holder.email)).toEqual(holder.data)
    expect(await canSignIn(holder)).toBe(true)
  })

  it('is that of a sign-in link that contains some, and no password is kept', async () => {
    const holder = newcomer()
    const thief = stranger(holder.email)
    await signUp(thief)
    await sink.nextMail()
    await guest(engine).auth.signInWithOtp({ email: holder.email, options: { data: holder.data } })
    await open(linkIn(await sink.nextMail()))
    expect(await metadataOf(holder.email)).toEqual(holder.data)
    expect(await canSignIn(thief)).toBe(false)
  })

  it('is that of an invitation, whatever strangers sent before', async () => {
    const { email, data } = newcomer()
    await signUp(stranger(email))
    await sink.nextMail()
    const invited = await authRequest(engine, '/invite', {
      method: 'POST',
      token: engine.secretKey,
      body: { email, data },
    })
    expect(invited.status).toBe(200)
    await open(linkIn(await sink.nextMail()))
    expect(await metadataOf(email)).toEqual(data)
  })
})

describe('POST /resend', () => {
  it('sends the link again, and the earlier one stops working', async () => {
    const person = newcomer()
    await signUp(person)
    const first = linkIn(await sink.nextMail())
    expect((await guest(engine).auth.resend({ type: 'signup', email: person.email })).error).toBeNull()
    const second = linkIn(await sink.nextMail())
    expect((await open(first)).fragment.get('error_code')).toBe('otp_expired')
    expect((await open(second)).fragment.get('access_token')).not.toBeNull()
  })

  it('answers other addresses identically and sends them nothing', async () => {
    const known = await member()
    for (const email of [known.email, newcomer().email])
      expect(await authRequest(engine, '/resend', { method: 'POST', body: { type: 'signup', email } })).toMatchObject({
        status: 200,
        body: {},
      })
    expect(
      await authRequest(engine, '/resend', { method: 'POST', body: { type: 'sms', email: known.email } }),
    ).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    // The next mail is another one, so nothing was sent to those two.
    const person = newcomer()
    await signUp(person)
    expect(recipientOf(await sink.nextMail())).toBe(person.email)
  })
})

it('creates the first admin even if a stranger signed up with the address, as long as it is not confirmed', async () => {
  const [adminEmail, adminPassword] = [newcomer().email, 'the password of the admin']
  await signUp({ ...newcomer(), email: adminEmail })
  await sink.nextMail()
  const { databaseUrl, jwtSecret, publishableKey, dataDir } = engine
  const settings = {
    ...readConfig({}),
    port: 0,
    databaseUrl,
    jwtSecret,
    publishableKey,
    dataDir,
    adminEmail,
    adminPassword,
  }
  let first: unknown
  const starting = await startApp(settings, createLogger('silent'), async (db) => {
    first = await ensureFirstAdmin(db, settings)
  })
  try {
    expect(first).toEqual({ email: adminEmail, password: undefined })
    const { data } = await guest(engine).auth.signInWithPassword({ email: adminEmail, password: adminPassword })
    const rows = await engine.owner.query('select is_admin from public.profiles where id = $1', [data.user?.id])
    expect(rows).toEqual([{ is_admin: true }])
  } finally {
    await starting.close()
  }
})
