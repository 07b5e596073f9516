import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { openSocket } from './realtime-socket.ts'
import { tokenOf } from './storage-fixture.ts'

// Each question about rights on a private channel counts as a join.

const TOO_MANY_JOINS = 'ClientJoinRateLimitReached: Too many joins per second'

let engine: TestEngine
beforeAll(async () => {
  // Of the limits of joins, only that of an account: 60 at once, and five a second.
  engine = await startEngine({ rateLimitScale: 1, maxJoinsPerSecond: 10_000 })
})
afterAll(async () => {
  await engine.close()
})

const say = async (token: string, topics: number) =>
  await fetch(`${engine.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: {
      apikey: engine.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      messages: Array.from({ length: topics }, (_, n) => ({
        topic: `talk-${n}`,
        event: 'bite',
        payload: {},
        private: true,
      })),
    }),
  })

it('messages over HTTP are refused above it, and those of other members are not', async () => {
  const [greedy, member] = await Promise.all([1, 2].map(async () => await tokenOf(await signUp(engine))))
  expect((await say(greedy ?? '', 40)).status).toBe(202)
  const refused = await say(greedy ?? '', 100)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ error: TOO_MANY_JOINS, message: TOO_MANY_JOINS })
  expect((await say(member ?? '', 40)).status).toBe(202)
})

it('a channel that keeps changing its token is closed', async () => {
  const member = await signUp(engine)
  const tokens = [await tokenOf(member), await tokenOf(await signIn(engine, member.user))]
  const socket = await openSocket(engine)
  const topic = 'realtime:feed'
  const payload = { config: { private: true }, access_token: tokens[1] }
  socket.send({ topic, event: 'phx_join', ref: 'j', joinRef: 'j', payload })
  expect((await socket.reply('j')).payload).toMatchObject({ status: 'ok' })
  for (let n = 0; n < 95; n += 1)
    socket.send({ topic, event: 'access_token', joinRef: 'j', payload: { access_token: tokens[n % 2] } })
  await socket.frame(({ event, payload }) => event === 'system' && payload.message === TOO_MANY_JOINS)
})
