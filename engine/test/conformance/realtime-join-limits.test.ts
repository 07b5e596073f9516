import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { joinPayload, openSocket, type RawSocket } from './realtime-socket.ts'
import { tokenOf } from './storage-fixture.ts'

// Behind a proxy, because tests come from one address otherwise.
const SETTINGS = { rateLimitScale: 1, trustedProxies: ['127.0.0.0/8'] }
const TOO_MANY = { reason: 'ClientJoinRateLimitReached: Too many joins per second' }
const CROWD = '203.0.113.7'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine(SETTINGS)
})
afterAll(async () => {
  await engine.close()
})

const open = (address: string) => openSocket(engine, '2.0.0', { 'x-forwarded-for': address })
let lastRef = 0

/** Joins a topic of its own. @returns the answer's status and response. */
async function join(socket: RawSocket, token?: string) {
  lastRef += 1
  const ref = String(lastRef)
  const payload = { ...joinPayload(), ...(token !== undefined && { access_token: token }) }
  socket.send({ topic: `realtime:room-${ref}`, event: 'phx_join', ref, joinRef: ref, payload })
  const { payload: answer } = await socket.reply(ref)
  return answer as { status: string; response: object }
}

/** Sends as many joins on each socket as one socket may. @returns what is answered, if the socket is not closed before. */
function flood(sockets: readonly RawSocket[], token?: string) {
  return sockets.flatMap((socket) =>
    Array.from({ length: 18 }, () => Promise.race([join(socket, token), socket.closed.then(() => undefined)])),
  )
}

describe('members join while', () => {
  it('ninety guests of three addresses join at random', async () => {
    const member = await tokenOf(await signUp(engine))
    const addresses = [1, 2, 3].map((n) => `203.0.113.${n}`)
    const guests = await Promise.all(Array.from({ length: 90 }, (_, n) => open(addresses[n % 3] ?? '')))
    const own = await Promise.all([1, 2, 3].map(() => open(CROWD)))
    flood(guests)
    const answers = await Promise.all(own.flatMap((socket) => Array.from({ length: 15 }, () => join(socket, member))))
    expect(answers.map(({ status }) => status)).toEqual(Array(45).fill('ok'))
    for (const socket of [...guests, ...own]) socket.close()
  })

  it('another member joins as often as sockets allow', async () => {
    const [greedy, member] = await Promise.all([1, 2].map(async () => await tokenOf(await signUp(engine))))
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(CROWD)))
    const own = await open('203.0.113.8')
    // A second, so that the members' joins of earlier tests do not count.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    flood(sockets, greedy)
    const answers = await Promise.all(Array.from({ length: 15 }, () => join(own, member)))
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill('ok'))
    for (const socket of [...sockets, own]) socket.close()
  })

  it('they all share the address of a club house, where guests join too', async () => {
    const tokens = await Promise.all(Array.from({ length: 9 }, async () => await tokenOf(await signUp(engine))))
    const members = await Promise.all(tokens.map(() => open('203.0.113.9')))
    const guests = await Promise.all(Array.from({ length: 20 }, () => open('203.0.113.9')))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const others = flood(guests)
    const answers = await Promise.all(
      members.flatMap((socket, n) => Array.from({ length: 8 }, () => join(socket, tokens[n]))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(72).fill('ok'))
    await Promise.all(others)
    for (const socket of [...members, ...guests]) socket.close()
  })
})

it('guests join while those of another address do so at random', async () => {
  const [greedy, own] = [await Promise.all(Array.from({ length: 30 }, () => open('203.0.113.20'))), await open(CROWD)]
  // So that the guests' joins of earlier tests do not count: those of the crowd's address must be used up.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  // What an address may take at once is all that guests may take in a second.
  await Promise.all(flood(greedy))
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  flood(greedy)
  const answers = await Promise.all(Array.from({ length: 15 }, () => join(own)))
  expect(answers.map(({ status }) => status)).toEqual(Array(15).fill('ok'))
  for (const socket of [...greedy, own]) socket.close()
})

it('a socket that keeps joining after many refusals is closed, and its account may open another one', async () => {
  const member = await tokenOf(await signUp(engine))
  const sockets = await Promise.all(Array.from({ length: 4 }, () => open('203.0.113.30')))
  const answers = await Promise.all(flood(sockets, member))
  expect(answers.map((answer) => answer?.response)).toContainEqual(TOO_MANY)
  const [last] = sockets
  if (!last) throw new Error('no socket')
  const again = setInterval(() => flood([last], member), 1_050)
  expect(await last.closed).toBe(1008)
  clearInterval(again)
  await expect
    .poll(async () => {
      const fresh = await open('203.0.113.30')
      const { status } = await join(fresh, member)
      fresh.close()
      return status
    })
    .toBe('ok')
  for (const socket of sockets) socket.close()
})

it('a token that is not valid joins as a guest of its address', async () => {
  const sockets = await Promise.all(Array.from({ length: 8 }, () => open('203.0.113.40')))
  const answers = await Promise.all(flood(sockets, 'a.b.c'))
  expect(answers.map((answer) => answer?.response)).toContainEqual(TOO_MANY)
  for (const socket of sockets) socket.close()
})

it('two hundred sockets of members that reconnect together can all join, by retrying as supabase-js does', async () => {
  const tokens = await Promise.all(Array.from({ length: 10 }, async () => await tokenOf(await signUp(engine))))
  const sockets = await Promise.all(Array.from({ length: 200 }, (_, n) => open(`203.0.113.${100 + (n % 30)}`)))
  const waits = [1_000, 2_000, 5_000, 10_000]
  const insist = async (socket: RawSocket, token: string | undefined) => {
    for (let tries = 0; ; tries += 1) {
      if ((await join(socket, token)).status === 'ok') return tries
      await new Promise((resolve) => setTimeout(resolve, waits[Math.min(tries, 3)]))
    }
  }
  const tries = await Promise.all(sockets.map((socket, n) => insist(socket, tokens[n % 10])))
  expect(tries).toHaveLength(200)
  expect(sockets.filter(({ socket }) => socket.readyState !== socket.OPEN)).toEqual([])
  for (const socket of sockets) socket.close()
})
