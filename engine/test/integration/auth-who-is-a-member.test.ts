import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { type AuthReply, authRequest, newcomer } from '../conformance/auth-request.ts'

let sink: SmtpSink
let engine: TestEngine
beforeEach(async () => {
  sink = await startSmtpSink()
})
afterEach(async () => {
  await engine.close()
  await sink.close()
})

const start = async (settings: Parameters<typeof startEngine>[0]) => {
  engine = await startEngine({ siteUrl: 'https://club.example', ...settings })
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  authRequest(engine, path, { method: 'POST', body, headers })
const confirm = (email: string) =>
  engine.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
const tokenOfMember = async ({ email, password }: ReturnType<typeof newcomer>) =>
  (await post('/token?grant_type=password', { email, password })).body.access_token

/** A member whose address is confirmed. */
async function member() {
  const person = newcomer()
  expect((await post('/signup', person)).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(person.email)
  await confirm(person.email)
  return person
}

/** An answer without the parts that differ between any two answers: IDs, times, and the texts that were sent. */
function shape({ status, headers, body }: AuthReply, ...sent: string[]): unknown {
  let text = JSON.stringify(body)
  for (const word of sent) text = text.replaceAll(word, 'sent')
  text = text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
  return { status, names: [...headers.keys()].sort(), text }
}

describe.each([
  ['when the engine sends mail', { confirmEmail: undefined }],
  ['when addresses have to be confirmed', { confirmEmail: true }],
] as const)('%s', (_, settings) => {
  it.each([
    ['a good name', (fresh: string) => fresh],
    ['the name of a member', (_fresh: string, taken: string) => taken],
    ['an impossible name', () => 'a\nb'],
  ])(
    'a sign-up with %s answers the same, to the byte, whether or not the address has an account',
    async (_name, pick) => {
      await start({ smtpUrl: sink.url, ...settings })
      const known = await member()
      const sign = async (email: string) => {
        const person = newcomer()
        const username = pick(String(person.data.username), String(known.data.username))
        return shape(await post('/signup', { ...person, email, data: { username } }), email, username)
      }
      const [free, taken] = [await sign(newcomer().email), await sign(known.email)]
      expect(taken).toEqual(free)
    },
  )

  it('a sign-up does not change a name, whether or not the address has an account', async () => {
    await start({ smtpUrl: sink.url, ...settings })
    const known = await member()
    const look = async (email: string) => {
      const { data } = newcomer()
      const username = String(data.username)
      const first = await post('/signup', { ...newcomer(), email, data })
      // The work after the answer is done when its mail has arrived.
      expect(recipientOf(await sink.nextMail())).toBe(email)
      const free = await guest(engine).rpc('is_username_available', { username })
      const second = await post('/signup', { ...newcomer(), data })
      await sink.nextMail()
      return { first: first.status, free: free.data, second: second.status }
    }
    const [free, taken] = [await look(newcomer().email), await look(known.email)]
    expect(free).toEqual({ first: 200, free: true, second: 200 })
    expect(taken).toEqual(free)
  })

  it('a member’s change of address is answered the same, and looks the same afterwards', async () => {
    await start({ smtpUrl: sink.url, ...settings })
    const [known, first, second] = [await member(), await member(), await member()]
    const ask = async (person: typeof first, email: string) => {
      const token = await tokenOfMember(person)
      const words = [email, person.email, String(person.data.username)]
      const asked = await authRequest(engine, '/user', { method: 'PUT', token, body: { email } })
      return [shape(asked, ...words), shape(await authRequest(engine, '/user', { token }), ...words)]
    }
    expect(await ask(first, known.email)).toEqual(await ask(second, newcomer().email))
  })
})

it('a member cannot request more than ten addresses in an hour from one network address', async () => {
  await start({ smtpUrl: sink.url, rateLimitScale: 1 })
  const person = await member()
  const token = await tokenOfMember(person)
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1)
    statuses.push((await authRequest(engine, '/user', { method: 'PUT', token, body: { email: person.email } })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

it('does not reveal a known address if the operator allows sign-ins without confirmation', async () => {
  await start({ smtpUrl: sink.url, confirmEmail: false })
  const known = newcomer()
  expect((await post('/signup', known)).body.access_token).toBeDefined()
  const reply = await post('/signup', { ...newcomer(), email: known.email })
  expect(reply).toMatchObject({ status: 200, body: { email: known.email, identities: [{ provider: 'email' }] } })
  expect(recipientOf(await sink.nextMail())).toBe(known.email)
})

it('refuses a name identically for every address if the operator allows sign-ins without confirmation', async () => {
  await start({ smtpUrl: sink.url, confirmEmail: false })
  const known = newcomer()
  await post('/signup', known)
  const sign = async (email: string, username: string) =>
    shape(await post('/signup', { ...newcomer(), email, data: { username } }), email)
  for (const username of ['in\u200bvisible', String(known.data.username)]) {
    const free = await sign(newcomer().email, username)
    expect(free).toMatchObject({ status: 422 })
    expect(await sign(known.email, username)).toEqual(free)
  }
})

describe('when the engine sends no mail', () => {
  it('a sign-up reveals whether an address has an account at most ten times an hour and address, also after a restart', async () => {
    await start({ rateLimitScale: 1, trustedProxies: ['127.0.0.1'] })
    const from = (address: string) => ({ 'X-Forwarded-For': address })
    const known = newcomer()
    expect((await post('/signup', known, from('192.0.2.1'))).status).toBe(200)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) {
      // A refused name reveals that the address was free.
      const email = n % 2 === 0 ? known.email : newcomer().email
      const data = { username: n % 2 === 0 ? newcomer().data.username : known.data.username }
      statuses.push((await post('/signup', { ...newcomer(), email, data }, from('192.0.2.1'))).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    expect((await post('/signup', newcomer(), from('192.0.2.1'))).status).toBe(429)
    expect((await post('/signup', newcomer(), from('192.0.2.2'))).status).toBe(200)
    // An address of a local network, with its zone, which PostgreSQL does not know.
    expect((await post('/signup', newcomer(), from('fe80::1%eth0'))).status).toBe(200)

    const { databaseUrl, jwtSecret, publishableKey } = engine
    const again = await startEngine({
      ...{ databaseUrl, jwtSecret, publishableKey },
      rateLimitScale: 1,
      trustedProxies: ['127.0.0.1'],
    })
    try {
      const body = newcomer()
      const headers = from('192.0.2.1')
      expect((await authRequest(again, '/signup', { method: 'POST', body, headers })).status).toBe(429)
    } finally {
      await again.close()
    }
  })

  it('a sign-in link opens no account that could never be confirmed, and blocks no address', async () => {
    await start({})
    const person = newcomer()
    expect(await post('/otp', { email: person.email })).toMatchObject({ status: 200, body: {} })
    expect((await post('/signup', person)).body.access_token).toBeDefined()
  })

  it('an unconfirmed account without a password is replaced by a sign-up, a member’s account is not', async () => {
    await start({ smtpUrl: sink.url, confirmEmail: false })
    const person = newcomer()
    await post('/otp', { email: person.email, data: newcomer().data })
    await sink.nextMail()
    const { body } = await post('/signup', person)
    expect(body).toMatchObject({ access_token: expect.any(String), user: { user_metadata: person.data } })
    expect(await engine.owner.query('select username from public.profiles where id = $1', [body.user.id])).toEqual([
      { username: person.data.username },
    ])
    expect((await post('/signup', { ...newcomer(), email: person.email })).body.access_token).toBeUndefined()
    expect(await tokenOfMember(person)).toBeDefined()
  })

  it('a sign-in link is answered the same with a refused name', async () => {
    await start({})
    const known = newcomer()
    await post('/signup', known)
    const ask = async (email: string) => shape(await post('/otp', { email, data: known.data }))
    expect(await ask(newcomer().email)).toEqual(await ask(known.email))
  })
})
