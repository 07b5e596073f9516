import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Checkout, makeCheckout } from './checkout.ts'
import {
  ask,
  cleanUp,
  type EngineProcess,
  postmasterOf,
  publishableKeyOf,
  register,
  startedFolder,
  startProcess,
} from './engine-process.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let checkout: Checkout
beforeAll(async () => {
  checkout = await makeCheckout()
})
afterAll(async () => {
  await cleanUp()
  checkout.remove()
})

const EMAIL = 'angler@example.com'
/** In ten minutes, by one member. */
const POSTS_AT_ONCE = 10

it('keeps counts of guesses, posts and tries at a code when the database or the engine is killed', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const cluster = join(DATA_DIR, 'postgres')
  const env = { DATA_DIR, RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' }
  const first = await startProcess(checkout.main, env)
  const apikey = await publishableKeyOf(first.url)
  const post = async ({ url }: EngineProcess, path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...headers },
      body: JSON.stringify(body),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? {} : JSON.parse(text) }
  }
  const signIn = (engine: EngineProcess, password: string, from: string) =>
    post(engine, '/auth/v1/token?grant_type=password', { email: EMAIL, password }, { 'x-forwarded-for': from })

  // The sign-up comes from this machine's own address, which none of the guesses uses.
  await register(first.url, apikey, EMAIL)
  const { body: session } = await signIn(first, 'a long password', '198.51.100.1')
  const feed = (engine: EngineProcess, n: number) =>
    post(
      engine,
      '/rest/v1/newsfeed_posts',
      { content: `word ${n}`, user_id: session.user.id },
      { authorization: `Bearer ${session.access_token}` },
    )
  for (let n = 0; n < POSTS_AT_ONCE; n += 1) expect((await feed(first, n)).status).toBe(201)
  for (let n = 0; n < 10; n += 1) expect((await signIn(first, 'wrong password', '192.0.2.1')).status).toBe(400)
  // As after more guesses: a wait that is longer than this test on a busy machine.
  await ask(cluster, 'update engine.sign_in_failures set failures = 13 where drain = 0')
  expect((await post(first, '/auth/v1/recover', { email: EMAIL })).status).toBe(200)
  const tries = () => ask(cluster, 'select tries from engine.mailed_codes')
  await expect.poll(tries).toEqual([{ tries: 0 }])
  for (let n = 0; n < 5; n += 1)
    expect((await post(first, '/auth/v1/verify', { type: 'recovery', email: EMAIL, token: '000000' })).status).toBe(403)

  const asBefore = async (engine: EngineProcess) => {
    expect((await signIn(engine, 'a long password', '192.0.2.1')).status).toBe(429)
    expect((await feed(engine, 11)).body).toMatchObject({ code: 'PT429' })
    expect(await tries()).toEqual([{ tries: 5 }])
    // From another place the member can sign in.
    expect((await signIn(engine, 'a long password', '203.0.113.1')).status).toBe(200)
  }
  await asBefore(first)

  const { pid } = postmasterOf(cluster)
  process.kill(pid, 'SIGKILL')
  // The next one may be ready before anybody could see that this one is gone.
  await expect.poll(() => postmasterOf(cluster).pid, { timeout: 60_000 }).not.toBe(pid)
  await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
  await asBefore(first)

  await first.end('SIGKILL')
  const second = await startProcess(checkout.main, env)
  await asBefore(second)
  await second.end('SIGTERM')
})

it('keeps what callers send out of the log of the database, and not the errors of its own roles', async () => {
  const DATA_DIR = await startedFolder(checkout.main)
  const engine = await startProcess(checkout.main, { DATA_DIR })
  const word = 'tench'.repeat(1_000)
  const reply = await fetch(`${engine.url}/rest/v1/rpc/referrer_username`, {
    method: 'POST',
    headers: { apikey: await publishableKeyOf(engine.url), 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: word }),
  })
  expect([reply.status, await reply.json()]).toMatchObject([400, { code: '22P02' }])
  await expect(ask(join(DATA_DIR, 'postgres'), 'select gudgeon')).rejects.toMatchObject({ code: '42703' })
  const log = readFileSync(join(DATA_DIR, 'postgres.log'), 'utf8')
  expect(log).toContain('gudgeon')
  expect(log).not.toContain('tench')
})
