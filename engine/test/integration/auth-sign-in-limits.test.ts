import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { service } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
// Requests state the address that they come from.
const start = async (rateLimitScale: number) => {
  engine = await startEngine({ rateLimitScale, trustedProxies: ['127.0.0.1'] })
}
afterEach(() => engine.close())

interface Proof {
  token_hash: string
  token: string
}

const from = (address: string, headers: Record<string, string> = {}) => ({ 'X-Forwarded-For': address, ...headers })
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  authRequest(engine, path, { method: 'POST', body, headers })
const signIn = ({ email, password }: { email: string; password: string }, headers: Record<string, string>) =>
  post('/token?grant_type=password', { email, password }, headers)
const guess = async ({ email }: { email: string }, address: string, times: number) => {
  for (let n = 0; n < times; n += 1)
    expect((await signIn({ email, password: 'wrong' }, from(address))).status).toBe(400)
}
async function memberFrom(address: string) {
  const member = newcomer()
  const { body } = await post('/signup', member, from(address))
  return { ...member, session: body }
}
/** Headers that a browser sends with every request of a page of the site. */
const page = () => ({ Origin: engine.url })
const cookieOf = (reply: { headers: Headers }) => reply.headers.get('set-cookie')?.split(';')[0] ?? ''

describe('ten wrong passwords', () => {
  beforeEach(() => start(1))

  it('from one address slow down only that address', async () => {
    const member = await memberFrom('198.51.100.1')
    await guess(member, '192.0.2.1', 10)
    const refused = await signIn(member, from('192.0.2.1'))
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(90)
    for (const address of ['198.51.100.1', '203.0.113.9'])
      expect((await signIn(member, from(address))).status).toBe(200)
  })

  it('before the clock was set back make no one wait longer than ten wrong passwords now', async () => {
    const member = await memberFrom('198.51.100.1')
    await guess(member, '192.0.2.1', 10)
    await engine.owner.query(`update engine.sign_in_failures set failed_at = failed_at + interval '1 year'`)
    expect((await signIn(member, from('192.0.2.1'))).status).toBe(429)
    const pass = `update engine.sign_in_failures set failed_at = failed_at - interval '2 minutes'`
    await engine.owner.query(pass)
    expect((await signIn(member, from('192.0.2.1'))).status).toBe(200)
  })

  it('at the member’s own address do not lock out the browser that has signed in there', async () => {
    const member = await memberFrom('198.51.100.1')
    const opened = await signIn(member, from('192.0.2.1', page()))
    expect(opened.status).toBe(200)
    expect(opened.headers.get('set-cookie')).toMatch(
      /^bankside-device=[\w-]{22}; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    await guess(member, '192.0.2.1', 10)
    expect((await signIn(member, from('192.0.2.1'))).status).toBe(429)
    expect((await signIn(member, from('192.0.2.1', { Cookie: cookieOf(opened) }))).status).toBe(200)
    // An invented mark, and the mark of another member, have no effect.
    const other = await signIn(await memberFrom('198.51.100.2'), from('198.51.100.2', page()))
    for (const Cookie of [`bankside-device=${'a'.repeat(22)}`, cookieOf(other)])
      expect((await signIn(member, from('192.0.2.1', { Cookie }))).status).toBe(429)
  })
})

// A fifth of the limits, because a password takes time: twenty wrong ones per account, two per place.
describe('many wrong passwords from many addresses', () => {
  beforeEach(() => start(0.2))

  it('slow strangers down, with or without an account, and refuse no place where the member has signed in', async () => {
    const member = await memberFrom('198.51.100.1')
    const known = await signIn(member, from('198.51.100.7', page()))
    for (const email of [member.email, 'nobody@example.com']) {
      for (let n = 1; n <= 10; n += 1) await guess({ email }, `192.0.2.${n}`, 2)
      const refused = await signIn({ email, password: member.password }, from('192.0.2.200'))
      // Four guesses an hour: each takes fifteen minutes.
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
    }
    expect((await signIn(member, from('198.51.100.1'))).status).toBe(200)
    expect((await signIn(member, from('192.0.2.200', { Cookie: cookieOf(known) }))).status).toBe(200)
    // At the member's own address a wrong password is answered as at a stranger's.
    const answers = [
      await signIn({ email: member.email, password: 'wrong' }, from('198.51.100.1')),
      await signIn({ email: member.email, password: 'wrong' }, from('192.0.2.201')),
    ]
    expect(answers[0]).toMatchObject({ status: 429, body: answers[1]?.body })
    expect(answers[0]?.headers.get('retry-after')).toBe(answers[1]?.headers.get('retry-after'))
  })

  it('lock out no member who opens a mailed link or enters its code, and that place is known from then on', async () => {
    const member = await memberFrom('198.51.100.1')
    for (let n = 1; n <= 10; n += 1) await guess(member, `192.0.2.${n}`, 2)
    for (const [address, proof] of [
      ['203.0.113.5', ({ token_hash }: Proof) => ({ type: 'recovery', token_hash })],
      ['203.0.113.6', ({ token }: Proof) => ({ type: 'recovery', token, email: member.email })],
    ] as const) {
      expect((await signIn(member, from(address))).status).toBe(429)
      const { data } = await service(engine).auth.admin.generateLink({ type: 'recovery', email: member.email })
      const { hashed_token: token_hash = '', email_otp: token = '' } = data.properties ?? {}
      expect((await post('/verify', proof({ token_hash, token }), from(address))).status).toBe(200)
      expect((await signIn(member, from(address))).status).toBe(200)
    }
  })

  it('do not end a session, and the place of its refresh becomes known', async () => {
    const member = await memberFrom('198.51.100.1')
    for (let n = 1; n <= 10; n += 1) await guess(member, `192.0.2.${n}`, 2)
    expect((await signIn(member, from('203.0.113.5'))).status).toBe(429)
    const { refresh_token } = member.session
    expect((await post('/token?grant_type=refresh_token', { refresh_token }, from('203.0.113.5'))).status).toBe(200)
    expect((await signIn(member, from('203.0.113.5'))).status).toBe(200)
  })
})

it('sends no cookies to programs that keep none, and stores only hashes in the database', async () => {
  await start(1)
  const member = await memberFrom('198.51.100.1')
  expect((await signIn(member, from('198.51.100.1'))).headers.get('set-cookie')).toBeNull()
  expect(
    (await signIn(member, from('198.51.100.1', { Origin: 'https://evil.example' }))).headers.get('set-cookie'),
  ).toBe(null)
  await guess(member, '192.0.2.1', 1)
  const [dump] = await engine.owner.query(
    `select (select json_agg(f)::text from engine.sign_in_failures as f)
         || (select json_agg(p)::text from engine.known_places as p) as all`,
  )
  for (const secret of [member.email, '198.51.100.1', '192.0.2.1']) expect(dump?.all).not.toContain(secret)
})
