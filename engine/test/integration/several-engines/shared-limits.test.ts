import { afterEach, beforeEach, expect, it } from 'vitest'
import { signIn, signUp } from '../../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { authRequest, newcomer } from '../../conformance/auth-request.ts'

/** In ten minutes, by one member. */
const POSTS_AT_ONCE = 10

let engines: [TestEngine, TestEngine]
beforeEach(async () => {
  const first = await startEngine({ rateLimitScale: 1 })
  const { databaseUrl, jwtSecret, publishableKey, secretKey } = first
  engines = [first, await startEngine({ rateLimitScale: 1, databaseUrl, jwtSecret, publishableKey, secretKey })]
})
afterEach(async () => {
  await engines[1].close()
  await engines[0].close()
})

const password = async (engine: TestEngine, email: string, secret: string) =>
  (await authRequest(engine, '/token?grant_type=password', { method: 'POST', body: { email, password: secret } }))
    .status

it('allows ten guesses at one account, not ten at each engine', async () => {
  const member = newcomer()
  await authRequest(engines[0], '/signup', { method: 'POST', body: member })
  for (let n = 0; n < 5; n += 1)
    for (const engine of engines) expect(await password(engine, member.email, 'wrong password')).toBe(400)
  for (const engine of engines) expect(await password(engine, member.email, member.password)).toBe(429)
})

it('forgives failures at all engines after the right password at one', async () => {
  const member = newcomer()
  await authRequest(engines[0], '/signup', { method: 'POST', body: member })
  for (let n = 0; n < 4; n += 1)
    for (const engine of engines) expect(await password(engine, member.email, 'wrong password')).toBe(400)
  expect(await password(engines[1], member.email, member.password)).toBe(200)
  for (let n = 0; n < 4; n += 1)
    for (const engine of engines) expect(await password(engine, member.email, 'wrong password')).toBe(400)
})

it('counts sign-ins from one address at all engines together', async () => {
  const found: number[] = []
  for (let n = 0; n < 40; n += 1)
    found.push(await password(engines[n % 2] ?? engines[0], `nobody-${n}@example.com`, 'wrong password'))
  expect(found.at(-1)).toBe(429)
})

it('counts what a member writes at all engines together', async () => {
  const member = await signUp(engines[0])
  const writers = [member, await signIn(engines[1], member.user)]
  const found: (string | undefined)[] = []
  for (let n = 0; n < POSTS_AT_ONCE + 1; n += 1) {
    const post = { user_id: member.user.id, content: `word ${n}` }
    const { error } = (await writers[n % 2]?.from('newsfeed_posts').insert(post)) ?? {}
    found.push(error?.code)
  }
  expect(found).toEqual([...Array(POSTS_AT_ONCE).fill(undefined), 'PT429'])
})
