import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from '../../../test-support/browser.ts'
import { tokenOf } from '../../../test-support/mailed-link.ts'
import { guest, service } from '../../../test-support/personas.ts'
import { codeIn, linkIn, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, claimsOf, newcomer } from '../conformance/auth-request.ts'

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

type Person = ReturnType<typeof newcomer>

const canSignIn = async ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  (await guest(engine).auth.signInWithPassword({ email, password })).error === null

/** @returns the next mail. */
async function signUp({ client }: Pick<Browser, 'client'>, { email, password, data }: Person): Promise<string> {
  expect((await client.auth.signUp({ email, password, options: { data } })).error).toBeNull()
  return await sink.nextMail()
}
async function resend({ client }: Pick<Browser, 'client'>, { email }: Person): Promise<string> {
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
  return await sink.nextMail()
}
const methodsOf = (token: string | null | undefined) =>
  (claimsOf(token ?? '').amr as { method: string }[]).map(({ method }) => method)

describe('the password of a sign-up', () => {
  it('is kept when its link is opened in the browser that signed up', async () => {
    const [browser, person] = [openBrowser(engine), newcomer()]
    const { fragment } = await browser.press(linkIn(await signUp(browser, person)))
    expect(fragment.get('type')).toBe('signup')
    expect(methodsOf(fragment.get('access_token'))).toEqual(['otp'])
    expect(await canSignIn(person)).toBe(true)
  })

  it('is kept when its code is entered in the browser that signed up', async () => {
    const [browser, person] = [openBrowser(engine), newcomer()]
    const token = codeIn(await signUp(browser, person))
    const { data } = await browser.client.auth.verifyOtp({ type: 'signup', email: person.email, token })
    expect(methodsOf(data.session?.access_token)).toEqual(['otp'])
    expect(await canSignIn(person)).toBe(true)
  })

  it('is dropped when a stranger chose it, and the holder of the address chooses another', async () => {
    const [stranger, holder, person] = [openBrowser(engine), openBrowser(engine), newcomer()]
    const link = linkIn(await signUp(stranger, person))
    const { data } = await holder.client.auth.verifyOtp({ type: 'signup', token_hash: tokenOf(link) })
    expect(data.user).toMatchObject({ email: person.email, email_confirmed_at: expect.any(String) })
    expect(methodsOf(data.session?.access_token)).toEqual(['recovery'])
    expect(await canSignIn(person)).toBe(false)
    expect((await holder.client.auth.updateUser({ password: 'chosen by the holder' })).error).toBeNull()
    expect(await canSignIn({ ...person, password: 'chosen by the holder' })).toBe(true)
    expect(await canSignIn(person)).toBe(false)
  })

  it('is dropped by the page’s form too, which reports that a password has to be chosen', async () => {
    const [stranger, holder, person] = [openBrowser(engine), openBrowser(engine), newcomer()]
    const { fragment } = await holder.press(linkIn(await signUp(stranger, person)))
    expect(fragment.get('type')).toBe('recovery')
    const { body } = await authRequest(engine, '/user', { token: fragment.get('access_token') })
    // The requested name gives no access: it stays, and can be changed.
    expect(body).toMatchObject({ email: person.email, user_metadata: person.data })
    expect(await canSignIn(person)).toBe(false)
  })

  it.each([
    ['the holder', 1],
    ['the stranger', 0],
  ] as const)('is dropped when %s has the link of a stranger’s sign-up sent again', async (_, asks) => {
    const [stranger, holder, person] = [openBrowser(engine), openBrowser(engine), newcomer()]
    await signUp(stranger, person)
    const link = linkIn(await resend([stranger, holder][asks] ?? holder, person))
    expect((await holder.press(link)).fragment.get('type')).toBe('recovery')
    expect(await canSignIn(person)).toBe(false)
  })

  it('is kept for the holder who signed up, whichever client has the link sent again', async () => {
    const [stranger, holder, person] = [openBrowser(engine), openBrowser(engine), newcomer()]
    await signUp(holder, person)
    const link = linkIn(await resend(stranger, person))
    expect((await holder.press(link)).fragment.get('type')).toBe('signup')
    expect(await canSignIn(person)).toBe(true)
  })

  it('is kept in both browsers of a person who signed up in two with the same password', async () => {
    for (const pick of [0, 1]) {
      const [browsers, person] = [[openBrowser(engine), openBrowser(engine)] as const, newcomer()]
      await signUp(browsers[0], person)
      const link = linkIn(await signUp(browsers[1], person))
      expect((await browsers[pick]?.press(link))?.fragment.get('type')).toBe('signup')
      expect(await canSignIn(person)).toBe(true)
    }
  })

  it('is not proved by a browser that signed up with another one', async () => {
    const [stranger, holder, person] = [openBrowser(engine), openBrowser(engine), newcomer()]
    await signUp(holder, person)
    await signUp(stranger, { ...person, password: 'chosen by a stranger' })
    // Nor by one that signed up with another address.
    await signUp(holder, newcomer())
    const { fragment } = await holder.press(linkIn(await resend(holder, person)))
    expect(fragment.get('type')).toBe('recovery')
    for (const password of [person.password, 'chosen by a stranger'])
      expect(await canSignIn({ ...person, password })).toBe(false)
  })

  it('is dropped when a program without cookies signed up, or opens the link', async () => {
    for (const [signsUp, opens] of [
      [{ client: guest(engine) }, openBrowser(engine)],
      [openBrowser(engine), { client: guest(engine) }],
      [{ client: guest(engine) }, { client: guest(engine) }],
    ] as const) {
      const person = newcomer()
      const token_hash = tokenOf(linkIn(await signUp(signsUp, person)))
      const { data } = await opens.client.auth.verifyOtp({ type: 'signup', token_hash })
      expect(methodsOf(data.session?.access_token)).toEqual(['recovery'])
      expect(await canSignIn(person)).toBe(false)
    }
  })

  it('is kept when the secret key set it, by a link or afterwards', async () => {
    const { admin } = service(engine).auth
    const [linked, changed] = [newcomer(), newcomer()]
    const made = await admin.generateLink({ ...linked, type: 'signup', options: { data: linked.data } })
    const token_hash = made.data.properties?.hashed_token ?? ''
    expect((await guest(engine).auth.verifyOtp({ type: 'signup', token_hash })).error).toBeNull()
    expect(await canSignIn(linked)).toBe(true)

    const stranger = openBrowser(engine)
    await signUp(stranger, { ...changed, password: 'chosen by a stranger' })
    const [row] = await engine.owner.query('select id from auth.users where email = $1', [changed.email])
    expect((await admin.updateUserById(row?.id, { password: changed.password })).error).toBeNull()
    await openBrowser(engine).press(linkIn(await resend(stranger, changed)))
    expect(await canSignIn(changed)).toBe(true)
  })

  it('is confirmed by the first of two concurrent presses only', async () => {
    const [stranger, holder, person] = [openBrowser(engine), openBrowser(engine), newcomer()]
    const link = linkIn(await signUp(holder, person))
    const landings = await Promise.all([holder.press(link), stranger.press(link)])
    const outcomes = landings.map(({ fragment }) => fragment.get('type') ?? fragment.get('error_code'))
    expect(outcomes).toContain('otp_expired')
    expect(await canSignIn(person)).toBe(outcomes.includes('signup'))
    // The link has been used, whichever browser opens it now.
    for (const browser of [holder, stranger])
      expect((await browser.press(link)).fragment.get('error_code')).toBe('otp_expired')
  })
})

it('a sign-up sets a cookie of the same form for an address that has an account, and none for clients that are no browser of the site', async () => {
  const [browser, person] = [openBrowser(engine), newcomer()]
  await browser.press(linkIn(await signUp(browser, person)))
  const marks = async (email: string, headers: Record<string, string>) => {
    const { body, ...reply } = await authRequest(engine, '/signup', {
      method: 'POST',
      body: { ...newcomer(), email },
      headers,
    })
    expect([reply.status, body.email]).toEqual([200, email])
    await sink.nextMail()
    return reply.headers.get('set-cookie')
  }
  const cookie = /^bankside-device=[\w-]{22}; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/
  for (const email of [person.email, newcomer().email])
    expect(await marks(email, { origin: engine.url })).toMatch(cookie)
  for (const headers of [{}, { origin: 'https://elsewhere.example' }])
    expect(await marks(newcomer().email, headers as Record<string, string>)).toBeNull()
})
