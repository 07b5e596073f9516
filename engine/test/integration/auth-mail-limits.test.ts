import { afterEach, beforeEach, expect, it } from 'vitest'
import { recipientOf, type SmtpSink, startSmtpSink } from '../../../test-support/smtp-sink.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let sink: SmtpSink
let engine: TestEngine
beforeEach(async () => {
  sink = await startSmtpSink()
})
afterEach(async () => {
  await engine.close()
  await sink.close()
})

// Requests state the address that they come from.
const start = async (mailsPerHour: number) => {
  engine = await startEngine({
    ...{ smtpUrl: sink.url, siteUrl: 'https://club.example', trustedProxies: ['127.0.0.1'] },
    ...{ rateLimitScale: 1, mailsPerHour },
  })
}
let last = 0
/** An address that was not used before. */
const elsewhere = () => {
  last += 1
  return `198.51.${Math.floor(last / 250)}.${1 + (last % 250)}`
}
const post = async (path: string, body: unknown, address = elsewhere()) => {
  const reply = await authRequest(engine, path, { method: 'POST', body, headers: { 'X-Forwarded-For': address } })
  return { status: reply.status, body: reply.body }
}
async function member() {
  const person = newcomer()
  expect((await post('/signup', person)).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(person.email)
  await engine.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [person.email])
  return person
}

it('keeps mails for members’ recovery and sign-in apart from those of strangers’ sign-ups', async () => {
  await start(3)
  const { email } = await member()
  for (let n = 0; n < 2; n += 1) {
    expect((await post('/signup', newcomer())).status).toBe(200)
    await sink.nextMail()
  }
  // The answer is the usual one, and no mail is sent: the next is the recovery.
  expect((await post('/signup', newcomer())).status).toBe(200)
  expect((await post('/recover', { email })).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(email)
  expect((await post('/otp', { email })).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(email)
})

it('reserves mails for newcomers from networks that have requested few, when one network has used up those of sign-ups', async () => {
  await start(3)
  for (let n = 0; n < 3; n += 1) {
    await post('/signup', newcomer())
    await sink.nextMail()
  }
  const [late, early] = [newcomer(), newcomer()]
  expect((await post('/signup', late)).status).toBe(200)
  expect((await post('/signup', early, '203.0.113.9')).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(early.email)
  expect(sink.unread()).toBe(0)
})

it.each(['/recover', '/otp'])(
  '%s for addresses without an account uses up no mail of a member, and is answered like any other',
  async (path) => {
    await start(2)
    const { email } = await member()
    const ask = (address: string) => post(path, { email: address, create_user: false })
    for (let n = 0; n < 12; n += 1) expect(await ask(newcomer().email)).toEqual({ status: 200, body: {} })
    expect(await ask(email)).toEqual({ status: 200, body: {} })
    expect(recipientOf(await sink.nextMail())).toBe(email)
    expect(sink.unread()).toBe(0)
  },
)

it.each(['/recover', '/otp'])(
  'members still get their first mail of the hour when those of %s are used up, and answers do not reveal it',
  async (path) => {
    await start(3)
    const [first, second] = [await member(), await member()]
    const ask = (email: string) => post(path, { email, create_user: false })
    for (let n = 0; n < 3; n += 1) {
      await ask(first.email)
      expect(recipientOf(await sink.nextMail())).toBe(first.email)
    }
    // Used up: the first member has received a mail, the second has not.
    for (const { email } of [first, second]) expect(await ask(email)).toEqual({ status: 200, body: {} })
    expect(recipientOf(await sink.nextMail())).toBe(second.email)
    expect(sink.unread()).toBe(0)
  },
)

it('limits strangers to five mails of a kind to one address in an hour, and allows its holder more from a known place', async () => {
  await start(300)
  const { email, password } = await member()
  const home = elsewhere()
  expect((await post('/token?grant_type=password', { email, password }, home)).status).toBe(200)
  for (let n = 0; n < 5; n += 1) {
    expect((await post('/recover', { email })).status).toBe(200)
    expect(recipientOf(await sink.nextMail())).toBe(email)
  }
  expect(await post('/recover', { email })).toEqual({ status: 200, body: {} })
  const next = await member()
  expect(sink.unread()).toBe(0)
  expect((await post('/recover', { email }, home)).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(email)
  expect((await post('/recover', { email: next.email })).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(next.email)
})

it('a client that has used up its requests receives the time to wait', async () => {
  await start(300)
  const ask = (from: string) =>
    authRequest(engine, '/recover', { method: 'POST', body: newcomer(), headers: { 'X-Forwarded-For': from } })
  const from = elsewhere()
  for (let n = 0; n < 10; n += 1) expect((await ask(from)).status).toBe(200)
  const refused = await ask(from)
  expect({ status: refused.status, wait: refused.headers.get('retry-after') }).toEqual({ status: 429, wait: '360' })
})

it('limits one network address to ten mails of a kind in an hour, and does not affect others', async () => {
  await start(300)
  const { email } = await member()
  const stranger = elsewhere()
  for (const path of ['/recover', '/otp', '/resend']) {
    const ask = (address: string, from: string) =>
      post(path, { email: address, create_user: false, type: 'signup' }, from)
    for (let n = 0; n < 10; n += 1) expect((await ask(newcomer().email, stranger)).status).toBe(200)
    for (const address of [newcomer().email, email])
      expect(await ask(address, stranger)).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
  }
  expect((await post('/recover', { email })).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(email)
})

it('sends an invitation when strangers have used up the mails of every other kind', async () => {
  await start(1)
  await post('/signup', newcomer())
  await sink.nextMail()
  await post('/recover', { email: newcomer().email })
  const { email } = newcomer()
  const invited = await authRequest(engine, '/invite', { method: 'POST', token: engine.secretKey, body: { email } })
  expect(invited.status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(email)
})

it('allows recovery despite requests of strangers, because each client has its own minute', async () => {
  await start(300)
  const { email } = await member()
  for (const path of ['/otp', '/recover', '/recover']) {
    expect((await post(path, { email, create_user: false })).status).toBe(200)
    expect(recipientOf(await sink.nextMail())).toBe(email)
  }
})

it('keeps a mail for each member who changes something, when a few accounts have used up those of all', async () => {
  await start(6)
  const tokens: string[] = []
  const people = [await member(), await member(), await member(), await member()]
  for (const { email, password } of people) {
    const { status, body } = await post('/token?grant_type=password', { email, password })
    expect(status).toBe(200)
    tokens.push((body as { access_token: string }).access_token)
  }
  const as = (token: string | undefined, path: string, body?: object) =>
    authRequest(engine, path, {
      ...(body && { method: 'PUT', body }),
      token: token ?? null,
      headers: { 'X-Forwarded-For': elsewhere() },
    })
  for (const token of tokens.slice(0, 3)) {
    expect((await as(token, '/reauthenticate')).status).toBe(200)
    expect((await as(token, '/user', { email: newcomer().email })).status).toBe(200)
  }
  expect((await as(tokens[3], '/reauthenticate')).status).toBe(200)
  const recipients: (string | undefined)[] = []
  while (!recipients.includes(people[3]?.email)) recipients.push(recipientOf(await sink.nextMail()))
  // The reserve is for those who have had none in this hour.
  expect(await as(tokens[3], '/user', { email: newcomer().email })).toMatchObject({
    status: 429,
    body: { code: 'over_email_send_rate_limit' },
  })
})

it('sends five mails an hour to an address that many accounts want to change to, and each account its own', async () => {
  await start(300)
  const stranger = newcomer().email
  const recipients: (string | undefined)[] = []
  for (let n = 0; n < 7; n += 1) {
    const { email, password } = await member()
    const { body } = await post('/token?grant_type=password', { email, password })
    const headers = { 'X-Forwarded-For': elsewhere() }
    const { status } = await authRequest(engine, '/user', {
      ...{ method: 'PUT', body: { email: stranger }, headers },
      token: (body as { access_token: string }).access_token,
    })
    expect(status).toBe(200)
    expect(recipientOf(await sink.nextMail())).toBe(email)
    if (n < 5) recipients.push(recipientOf(await sink.nextMail()))
  }
  expect(recipients).toEqual(Array(5).fill(stranger))
  // A further mail to the address would have been sent before this one.
  const { email } = await member()
  expect((await post('/recover', { email })).status).toBe(200)
  expect(recipientOf(await sink.nextMail())).toBe(email)
  expect(sink.unread()).toBe(0)
})
