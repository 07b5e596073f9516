import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { type AuthReply, authRequest, newcomer } from '../conformance/auth-request.ts'

let engine: TestEngine
beforeEach(async () => {
  engine = await startEngine({ rateLimitScale: 1 })
})
afterEach(() => engine.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  authRequest(engine, path, { method: 'POST', body, headers })
const password = (email: string, secret: string, headers?: Record<string, string>) =>
  post('/token?grant_type=password', { email, password: secret }, headers)

/** Sends requests one after the other. @returns the statuses in order and the last reply. */
async function repeat(count: number, send: (index: number) => Promise<AuthReply>) {
  const statuses: number[] = []
  let last: AuthReply | undefined
  for (let index = 0; index < count; index++) {
    last = await send(index)
    statuses.push(last.status)
  }
  return { statuses, last }
}

describe('rate limits', () => {
  it('stop sign-in and sign-up together at 30 from one address, with or without forwarded headers, except for members known there', async () => {
    const member = newcomer()
    await post('/signup', member)
    // All at once: on a busy machine thirty password checks take longer than the refill of a token.
    const sent = Array.from({ length: 60 }, (_, index) =>
      password(`nobody-${index}@example.com`, 'wrong-password', { 'X-Forwarded-For': `198.51.100.${index}` }),
    )
    const refused = await Promise.any(
      sent.map((reply) => reply.then((it) => (it.status === 429 ? it : Promise.reject()))),
    )
    expect(refused.body).toEqual({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })
    expect(await post('/signup', newcomer())).toMatchObject({ status: 429 })
    expect(await password(member.email, member.password)).toMatchObject({ status: 200 })
    const passed = (await Promise.all(sent)).filter(({ status }) => status === 400)
    expect(passed).toHaveLength(29)
  })

  it('stop guesses at one account after ten, also for accounts that do not exist, while live sessions continue', async () => {
    const member = newcomer()
    const { body: session } = await post('/signup', member)
    for (const email of [member.email, 'nobody@example.com']) {
      const { statuses } = await repeat(11, () => password(email, 'wrong-password'))
      expect(statuses).toEqual([...Array(10).fill(400), 429])
    }
    expect(await authRequest(engine, '/user', { token: session.access_token })).toMatchObject({ status: 200 })
    const refresh = await post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
    expect(refresh.status).toBe(200)
  })

  it('send one recovery mail a minute to an address, account or not', async () => {
    const member = newcomer()
    await post('/signup', member)
    for (const email of [member.email, 'nobody@example.com']) {
      expect(await post('/recover', { email })).toMatchObject({ status: 200 })
      expect(await post('/recover', { email: email.toUpperCase() })).toMatchObject({
        status: 429,
        body: { code: 'over_email_send_rate_limit' },
      })
    }
  })

  it('send one mail to sign in a minute to an address, account or not, and still a recovery', async () => {
    const member = newcomer()
    await post('/signup', member)
    for (const email of [member.email, 'nobody@example.com']) {
      const ask = (path: string) => post(path, { email, create_user: false })
      expect(await ask('/otp')).toMatchObject({ status: 200 })
      const refused = await ask('/otp')
      expect(refused).toMatchObject({ status: 429, body: { code: 'over_email_send_rate_limit' } })
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(await ask('/recover')).toMatchObject({ status: 200 })
    }
  })

  it('count sign-ins by mail that may open accounts with the sign-ups from one address', async () => {
    for (let index = 0; index < 9; index++)
      await post('/otp', { email: 'no address', create_user: index % 2 === 0 ? true : null })
    for (let index = 0; index < 20; index++) await post('/signup', { email: 'no address', password: 'a secret' })
    expect(await post('/signup', newcomer())).toMatchObject({ status: 200 })
    expect(await post('/signup', newcomer())).toMatchObject({ status: 429 })
    expect(await post('/otp', { email: 'new@example.com' })).toMatchObject({ status: 429 })
  })

  it('stop guesses at the codes of one address after ten, also for addresses without an account', async () => {
    const member = newcomer()
    await post('/signup', member)
    for (const email of [member.email, 'nobody@example.com']) {
      const { statuses } = await repeat(11, () => post('/verify', { type: 'email', email, token: '000000' }))
      expect(statuses).toEqual([...Array(10).fill(403), 429])
    }
    expect(await password(member.email, member.password)).toMatchObject({ status: 200 })
  })

  it('stop recovery at ten from one address', async () => {
    const { statuses, last } = await repeat(11, (index) => post('/recover', { email: `nobody-${index}@example.com` }))
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    expect(last?.body.code).toBe('over_request_rate_limit')
  })
})
