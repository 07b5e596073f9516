import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { linkIn, recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
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

const signUp = ({ email, password, data }: ReturnType<typeof newcomer>, emailRedirectTo?: string) =>
  guest(engine).auth.signUp({ email, password, options: { data, ...(emailRedirectTo ? { emailRedirectTo } : {}) } })
const canSignIn = async ({ email, password }: { email: string; password: string }) =>
  (await guest(engine).auth.signInWithPassword({ email, password })).error === null

/** Opens a mailed link at the engine under test, whatever host it names. */
async function open(link: URL) {
  const response = await fetch(`${engine.url}${link.pathname}${link.search}`, { redirect: 'manual' })
  const location = new URL(response.headers.get('location') ?? '', 'https://nowhere.invalid')
  return { status: response.status, location, fragment: new URLSearchParams(location.hash.slice(1)) }
}
const tokenIn = (link: URL) => link.pathname.split('/').at(-1) ?? ''

/** A member whose address is confirmed, and a client with their session. */
async function member() {
  const person = newcomer()
  await signUp(person)
  const client = guest(engine)
  await client.auth.verifyOtp({ type: 'signup', token_hash: tokenIn(linkIn(await sink.nextMail())) })
  return { ...person, client }
}

describe('a sign-up where addresses have to be confirmed', () => {
  it('says so in the settings', async () => {
    expect((await authRequest(engine, '/settings')).body.mailer_autoconfirm).toBe(false)
  })

  it('opens no session, and lets nobody in before the link was opened', async () => {
    const person = newcomer()
    const { data, error } = await signUp(person, 'https://club.example/profile')
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email: person.email, confirmation_sent_at: expect.any(String) })
    expect(data.user?.identities).toHaveLength(1)
    const refused = await guest(engine).auth.signInWithPassword(person)
    expect(refused.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })

    const mail = await sink.nextMail()
    expect(recipientOf(mail)).toBe(person.email)
    const link = linkIn(mail)
    expect(link.origin).toBe('https://club.example')
    const { status, location, fragment } = await open(link)
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

  it('makes the profile with the account, as without confirmation', async () => {
    const person = newcomer()
    const { data } = await signUp(person)
    await sink.nextMail()
    const rows = await engine.owner.query('select username from public.profiles where id = $1', [data.user?.id])
    expect(rows).toEqual([{ username: person.data.username }])
  })

  it('answers an address that has an account as a new one, sends it nothing, and changes nothing', async () => {
    const known = await member()
    const stranger = { ...newcomer(), email: known.email }
    const { data, error } = await signUp(stranger)
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email: known.email, identities: [] })
    expect(await engine.owner.query('select from auth.users where id = $1', [data.user?.id])).toEqual([])
    expect(await canSignIn(stranger)).toBe(false)
    expect(await canSignIn(known)).toBe(true)
    expect(sink.unread()).toBe(0)
  })

  it('gives the account to whoever owns the address, not to who signed up with it first', async () => {
    const thief = newcomer()
    await signUp(thief)
    const stale = linkIn(await sink.nextMail())
    const owner = { ...newcomer(), email: thief.email }
    await signUp(owner)
    const link = linkIn(await sink.nextMail())
    expect((await open(stale)).fragment.get('error_code')).toBe('otp_expired')
    expect((await open(link)).fragment.get('access_token')).not.toBeNull()
    expect(await canSignIn(thief)).toBe(false)
    expect(await canSignIn(owner)).toBe(true)
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

  it('tells the reason when the username is taken', async () => {
    const known = await member()
    const { error } = await signUp({ ...newcomer(), data: known.data })
    expect(error).toMatchObject({ status: 422, message: 'Database error saving new user' })
    expect(sink.unread()).toBe(0)
  })
})

describe('POST /resend', () => {
  it('sends the link anew, and the earlier one stops working', async () => {
    const person = newcomer()
    await signUp(person)
    const first = linkIn(await sink.nextMail())
    expect((await guest(engine).auth.resend({ type: 'signup', email: person.email })).error).toBeNull()
    const second = linkIn(await sink.nextMail())
    expect((await open(first)).fragment.get('error_code')).toBe('otp_expired')
    expect((await open(second)).fragment.get('access_token')).not.toBeNull()
  })

  it('answers others alike and sends them nothing', async () => {
    const known = await member()
    for (const email of [known.email, newcomer().email])
      expect(await authRequest(engine, '/resend', { method: 'POST', body: { type: 'signup', email } })).toMatchObject({
        status: 200,
        body: {},
      })
    expect(
      await authRequest(engine, '/resend', { method: 'POST', body: { type: 'sms', email: known.email } }),
    ).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    // Another mail comes next: nothing was under way to those two.
    const person = newcomer()
    await signUp(person)
    expect(recipientOf(await sink.nextMail())).toBe(person.email)
  })
})

describe('a change of address', () => {
  it('takes both addresses, and signs in with the new one afterwards', async () => {
    const { client, email, password } = await member()
    const wanted = newcomer().email
    const { data, error } = await client.auth.updateUser({ email: wanted })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: wanted })
    const mails = [await sink.nextMail(), await sink.nextMail()]
    expect(mails.map(recipientOf)).toEqual([email, wanted])
    const [toOld, toNew] = mails.map(linkIn) as [URL, URL]

    expect((await open(toNew)).fragment.get('message')).toMatch(/^Confirmation link accepted/)
    expect((await open(toNew)).fragment.get('error_code')).toBe('otp_expired')
    expect(await canSignIn({ email, password })).toBe(true)
    expect(await canSignIn({ email: wanted, password })).toBe(false)

    const { fragment } = await open(toOld)
    const user = await authRequest(engine, '/user', { token: fragment.get('access_token') })
    expect(user.body).toMatchObject({ email: wanted, user_metadata: { email: wanted } })
    expect(user.body.new_email).toBeUndefined()
    expect(user.body.identities[0]).toMatchObject({ email: wanted, identity_data: { email: wanted } })
    expect(await canSignIn({ email: wanted, password })).toBe(true)
    expect(await canSignIn({ email, password })).toBe(false)
  })

  it('is refused to an address that has an account, and when it gets one before the links are opened', async () => {
    const [{ client, email, password }, other] = [await member(), await member()]
    expect((await client.auth.updateUser({ email: other.email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    })
    const wanted = newcomer().email
    await client.auth.updateUser({ email: wanted })
    const links = [linkIn(await sink.nextMail()), linkIn(await sink.nextMail())] as const
    await guest(engine).auth.signUp({ ...newcomer(), email: wanted, options: { data: newcomer().data } })
    await sink.nextMail()
    await open(links[0])
    expect((await open(links[1])).fragment.get('error_code')).toBe('email_exists')
    expect(await canSignIn({ email, password })).toBe(true)
  })

  it('is off when the password is changed meanwhile: a stolen session is thrown out by that', async () => {
    const { client, password } = await member()
    await client.auth.updateUser({ email: newcomer().email })
    const links = [linkIn(await sink.nextMail()), linkIn(await sink.nextMail())] as const
    const { data } = await client.auth.updateUser({ password: 'a new secret', current_password: password })
    expect(data.user?.new_email).toBeUndefined()
    for (const link of links) expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })
})
