import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../test-support/browser.ts'
import { pressLink, tokenOf } from '../../../test-support/mailed-link.ts'
import { guest, service, signUp as signUpAtOnce } from '../../../test-support/personas.ts'
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

const signUp = ({ email, password, data }: ReturnType<typeof newcomer>, client = guest(engine)) =>
  client.auth.signUp({ email, password, options: { data } })
const canSignIn = async ({ email, password }: { email: string; password: string }) =>
  (await guest(engine).auth.signInWithPassword({ email, password })).error === null
const open = (link: URL) => pressLink(engine, link)
const holderOf = async (email: string): Promise<string | undefined> =>
  (await engine.owner.query('select id from auth.users where email = $1', [email]))[0]?.id

/** A member whose address is confirmed, and a client with their session. */
async function member() {
  const person = newcomer()
  const { client, press } = openBrowser(engine)
  await signUp(person, client)
  await client.auth.verifyOtp({ type: 'signup', token_hash: tokenOf(linkIn(await sink.nextMail())) })
  return { ...person, client, press }
}

/** An unconfirmed sign-up. */
async function waiting(email = newcomer().email) {
  const person = { ...newcomer(), email }
  const { data } = await signUp(person)
  return { ...person, id: data.user?.id, link: linkIn(await sink.nextMail()) }
}

/** Requests a change of address. @returns the links in the mails to both addresses. */
async function change({ client }: Awaited<ReturnType<typeof member>>, wanted: string) {
  expect((await client.auth.updateUser({ email: wanted })).error).toBeNull()
  const mails = [await sink.nextMail(), await sink.nextMail()] as const
  expect(recipientOf(mails[1])).toBe(wanted)
  return mails.map(linkIn) as [toOld: URL, toNew: URL]
}

describe('a change of address', () => {
  it('needs both addresses, and the new one signs in afterwards', async () => {
    const { client, press, email, password } = await member()
    const wanted = newcomer().email
    const { data, error } = await client.auth.updateUser({ email: wanted })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: wanted })
    const mails = [await sink.nextMail(), await sink.nextMail()]
    expect(mails.map(recipientOf)).toEqual([email, wanted])
    const [toOld, toNew] = mails.map(linkIn) as [URL, URL]

    expect((await press(toNew)).fragment.get('message')).toMatch(/^Confirmation link accepted/)
    expect((await press(toNew)).fragment.get('error_code')).toBe('otp_expired')
    expect(await canSignIn({ email, password })).toBe(true)
    expect(await canSignIn({ email: wanted, password })).toBe(false)

    const { fragment } = await press(toOld)
    const user = await authRequest(engine, '/user', { token: fragment.get('access_token') })
    expect(user.body).toMatchObject({ email: wanted, user_metadata: { email: wanted } })
    expect(user.body.new_email).toBeUndefined()
    expect(user.body.identities[0]).toMatchObject({ email: wanted, identity_data: { email: wanted } })
    expect(await canSignIn({ email: wanted, password })).toBe(true)
    expect(await canSignIn({ email, password })).toBe(false)
  })

  it('to an address that has an account ends there; its holder is notified, and the caller learns nothing', async () => {
    const [{ client, email, password }, other] = [await member(), await member()]
    const { data, error } = await client.auth.updateUser({ email: other.email })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: other.email })
    const [own, theirs] = [await sink.nextMail(), await sink.nextMail()]
    expect([own, theirs].map(recipientOf)).toEqual([email, other.email])
    expect(linkIn(theirs).href).toBe('https://club.example/login')
    expect((await open(linkIn(own))).fragment.get('message')).toMatch(/^Confirmation link accepted/)
    expect(await canSignIn({ email, password })).toBe(true)
    expect(await canSignIn(other)).toBe(true)
  })

  it('is refused to an address that gets an account before the links are opened', async () => {
    const { client, email, password } = await member()
    const wanted = newcomer().email
    await client.auth.updateUser({ email: wanted })
    const links = [linkIn(await sink.nextMail()), linkIn(await sink.nextMail())] as const
    await open((await waiting(wanted)).link)
    await open(links[0])
    expect((await open(links[1])).fragment.get('error_code')).toBe('email_exists')
    expect(await canSignIn({ email, password })).toBe(true)
  })

  it('is cancelled when the password is changed meanwhile, which ends a stolen session', async () => {
    const { client, password } = await member()
    await client.auth.updateUser({ email: newcomer().email })
    const links = [linkIn(await sink.nextMail()), linkIn(await sink.nextMail())] as const
    const { data } = await client.auth.updateUser({ password: 'a new secret', current_password: password })
    expect(data.user?.new_email).toBeUndefined()
    for (const link of links) expect((await open(link)).fragment.get('error_code')).toBe('otp_expired')
  })

  it.each(['before', 'after'])(
    'takes the address of an account that a stranger opened %s it and never confirmed',
    async (when) => {
      const person = await member()
      const wanted = newcomer().email
      const before = when === 'before' ? await waiting(wanted) : undefined
      const links = await change(person, wanted)
      const squatter = before ?? (await waiting(wanted))
      expect((await person.press(links[1])).fragment.get('message')).toMatch(/^Confirmation link accepted/)
      const { fragment } = await person.press(links[0])
      expect((await authRequest(engine, '/user', { token: fragment.get('access_token') })).body.email).toBe(wanted)
      expect(await canSignIn({ email: wanted, password: person.password })).toBe(true)
      // No credential of the other account is valid any more.
      expect(await canSignIn(squatter)).toBe(false)
      expect((await open(squatter.link)).fragment.get('error_code')).toBe('otp_expired')
      expect(await engine.owner.query('select id from auth.users where id = $1', [squatter.id])).toEqual([])
    },
  )

  it('does not change the unconfirmed account until both have agreed, or when its holder is faster', async () => {
    const person = await member()
    const holder = await waiting()
    const links = await change(person, holder.email)
    await person.press(links[1])
    expect(await holderOf(holder.email)).toBe(holder.id)
    expect((await open(holder.link)).fragment.get('access_token')).not.toBeNull()
    expect((await open(links[0])).fragment.get('error_code')).toBe('email_exists')
    expect(await holderOf(holder.email)).toBe(holder.id)
    expect(await canSignIn(person)).toBe(true)
  })

  it('lets a member change to an address with which they have signed up a second time', async () => {
    const person = await member()
    const second = await waiting()
    for (const link of await change(person, second.email)) await person.press(link)
    expect(await canSignIn({ email: second.email, password: person.password })).toBe(true)
    // The old address is free again.
    expect((await open((await waiting(person.email)).link)).fragment.get('access_token')).not.toBeNull()
  })

  it.each([
    [
      'was invited',
      (email: string) => authRequest(engine, '/invite', { method: 'POST', token: engine.secretKey, body: { email } }),
    ],
    [
      'is banned',
      async (email: string) => {
        const { id } = await waiting(email)
        return await service(engine).auth.admin.updateUserById(id ?? '', { ban_duration: '24h' })
      },
    ],
  ])('stops when the address is that of an account that %s', async (_, make) => {
    const person = await member()
    const wanted = newcomer().email
    await make(wanted)
    const kept = await holderOf(wanted)
    await Promise.all(Array.from({ length: sink.unread() }, () => sink.nextMail()))
    const links = await change(person, wanted)
    expect(links[1].href).toBe('https://club.example/login')
    await open(links[0])
    expect(await holderOf(wanted)).toBe(kept)
    expect(await canSignIn(person)).toBe(true)
  })

  it('gives an address to one of two members whose changes are confirmed at the same moment', async () => {
    const [first, second] = [await member(), await member()]
    const holder = await waiting()
    const links = [
      { person: first, mails: await change(first, holder.email) },
      { person: second, mails: await change(second, holder.email) },
    ]
    for (const { person, mails } of links) await person.press(mails[0])
    const landings = await Promise.all(links.map(({ person, mails }) => person.press(mails[1])))
    const outcomes = landings.map(({ fragment }) => fragment.get('error_code') ?? 'changed')
    expect(outcomes.sort()).toEqual(['changed', 'email_exists'])
  })

  it('gives the address to the holder of the unconfirmed account or to the member, when both confirm at once', async () => {
    const pairs = []
    for (let n = 0; n < 6; n += 1) {
      const [person, holder] = [await member(), await waiting()]
      const [toOld, toNew] = await change(person, holder.email)
      await open(toOld)
      pairs.push({ person, holder, toNew })
    }
    const landings = await Promise.all(
      pairs.flatMap(({ person, holder, toNew }) => [open(holder.link), person.press(toNew)]),
    )
    const outcomes = landings.map(({ fragment }) => fragment.get('error_code') ?? 'let in')
    for (let n = 0; n < outcomes.length; n += 2)
      expect([
        ['let in', 'email_exists'],
        ['otp_expired', 'let in'],
      ]).toContainEqual(outcomes.slice(n, n + 2))
  })

  it('can also begin with a link of the secret key, to an unconfirmed address', async () => {
    const person = await member()
    const { email } = await waiting()
    const links = []
    for (const type of ['email_change_current', 'email_change_new'] as const)
      links.push(await service(engine).auth.admin.generateLink({ type, email: person.email, newEmail: email }))
    for (const { data } of links) await pressLink(engine, data.properties?.action_link)
    expect(await canSignIn({ email, password: person.password })).toBe(true)
  })
})

describe('a new address that is confirmed in a different browser from the one that requested it', () => {
  /** A member asks for an address of somebody else, and has confirmed the old one. */
  async function strangersChange(wanted: string) {
    const stranger = await member()
    const [toOld, toNew] = await change(stranger, wanted)
    await stranger.press(toOld)
    return { stranger, toNew }
  }
  const isSignedIn = async ({ client }: Awaited<ReturnType<typeof member>>) => {
    const { data } = await client.auth.getSession()
    return (await authRequest(engine, '/user', { token: data.session?.access_token ?? null })).status === 200
  }

  it('ends the password and all sessions of the person who requested it, and may choose a password', async () => {
    const wanted = newcomer().email
    const { stranger, toNew } = await strangersChange(wanted)
    expect(await isSignedIn(stranger)).toBe(true)
    const owner = openBrowser(engine).client
    const { data } = await owner.auth.verifyOtp({ type: 'email_change', token_hash: tokenOf(toNew) })
    expect(data.user?.email).toBe(wanted)
    expect(await canSignIn({ email: wanted, password: stranger.password })).toBe(false)
    expect(await canSignIn(stranger)).toBe(false)
    expect(await isSignedIn(stranger)).toBe(false)
    expect((await stranger.client.auth.refreshSession()).error).not.toBeNull()
    expect((await owner.auth.updateUser({ password: 'the owner’s secret' })).error).toBeNull()
    expect(await canSignIn({ email: wanted, password: 'the owner’s secret' })).toBe(true)
  })

  it('ends the codes of links that the previous holder opened before', async () => {
    const wanted = newcomer().email
    const { stranger, toNew } = await strangersChange(wanted)
    const verifier = 'v'.repeat(43)
    const body = { email: stranger.email, code_challenge: verifier, code_challenge_method: 'plain' }
    await authRequest(engine, '/recover', { method: 'POST', body })
    const location = (await pressLink(engine, linkIn(await sink.nextMail()))).location
    const code = location.searchParams.get('code')
    expect(code).not.toBeNull()
    await openBrowser(engine).client.auth.verifyOtp({ type: 'email_change', token_hash: tokenOf(toNew) })
    const exchange = await authRequest(engine, '/token?grant_type=pkce', {
      method: 'POST',
      body: { auth_code: code, code_verifier: verifier },
    })
    expect(exchange).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  it('leads to the page that sets a password, also when the link is pressed as a form', async () => {
    const { toNew } = await strangersChange(newcomer().email)
    expect((await openBrowser(engine).press(toNew)).fragment.get('type')).toBe('recovery')
  })

  it('cannot be the first to confirm, and the link can be used afterwards', async () => {
    const stranger = await member()
    const wanted = newcomer().email
    const [toOld, toNew] = await change(stranger, wanted)
    for (let n = 0; n < 2; n += 1)
      expect((await openBrowser(engine).press(toNew)).fragment.get('error_code')).toBe('old_address_first')
    expect((await stranger.press(toOld)).fragment.get('message')).toMatch(/^Confirmation link accepted/)
    expect((await openBrowser(engine).press(toNew)).fragment.get('access_token')).not.toBeNull()
    expect(await canSignIn({ email: wanted, password: stranger.password })).toBe(false)
  })

  it('keeps an unconfirmed account of the new address, whose own link and password still work', async () => {
    const browser = openBrowser(engine)
    const person = newcomer()
    await signUp(person, browser.client)
    const own = linkIn(await sink.nextMail())
    const { toNew } = await strangersChange(person.email)
    expect((await browser.press(toNew)).fragment.get('error_code')).toBe('email_exists')
    expect((await browser.press(own)).fragment.get('access_token')).not.toBeNull()
    expect(await canSignIn(person)).toBe(true)
  })

  it('is named in the mails with the address of the account', async () => {
    const { client, email } = await member()
    const wanted = newcomer().email
    await client.auth.updateUser({ email: wanted })
    for (const mail of [await sink.nextMail(), await sink.nextMail()])
      expect(mail.replaceAll(/=?\r?\n/g, ' ').replaceAll(/\s+/g, ' ')).toContain(
        `Bankside account ${email} to ${wanted}.`,
      )
  })
})

describe('an address that gets an account at the same moment', () => {
  /** Takes the address in a transaction, and commits once the engine waits for it. */
  async function whileItIsTaken<T>(email: string, work: () => Promise<T>): Promise<T> {
    const other = new pg.Client({ connectionString: engine.databaseUrl })
    await other.connect()
    try {
      await other.query('begin')
      await other.query('insert into auth.users (id, email) values (gen_random_uuid(), $1)', [email])
      const done = work()
      // It may fail before it is awaited below.
      done.catch(() => {})
      const waits = `select count(*)::int as n from pg_locks as l join pg_stat_activity as a using (pid)
        where not l.granted and a.datname = current_database()`
      await expect.poll(async () => (await engine.owner.query(waits))[0]?.n, { timeout: 10_000 }).toBeGreaterThan(0)
      await other.query('commit')
      return await done
    } finally {
      await other.end()
    }
  }

  it('is refused to a change of address with email_exists, and the link can be used again', async () => {
    const person = await member()
    const wanted = newcomer().email
    const links = await change(person, wanted)
    await open(links[0])
    const { fragment } = await whileItIsTaken(wanted, () => person.press(links[1]))
    expect(fragment.get('error_code')).toBe('email_exists')
    await engine.owner.query('delete from auth.users where email = $1', [wanted])
    expect((await person.press(links[1])).fragment.get('access_token')).not.toBeNull()
    expect(await canSignIn({ email: wanted, password: person.password })).toBe(true)
  })

  it('is refused to the secret key with email_exists, for a new account and for a changed one', async () => {
    const { admin } = service(engine).auth
    const known = await member()
    const id = (await holderOf(known.email)) ?? ''
    const [made, changed] = [newcomer().email, newcomer().email]
    const refusal = { status: 422, code: 'email_exists' }
    expect((await whileItIsTaken(made, () => admin.createUser({ email: made }))).error).toMatchObject(refusal)
    const update = () => admin.updateUserById(id, { email: changed })
    expect((await whileItIsTaken(changed, update)).error).toMatchObject(refusal)
    expect(await holderOf(known.email)).toBe(id)
  })

  it('is refused to a sign-up with user_already_exists', async () => {
    const open = await startEngine({
      confirmEmail: false,
      databaseUrl: engine.databaseUrl,
      jwtSecret: engine.jwtSecret,
    })
    try {
      const { email } = newcomer()
      const refused = whileItIsTaken(email, () => signUpAtOnce(open, { email }))
      await expect(refused).rejects.toMatchObject({ status: 422, code: 'user_already_exists' })
    } finally {
      await open.close()
    }
  })
})
