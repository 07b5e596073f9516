import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Persona } from '../../../../test-support/personas.ts'
import { openSender, type Sender } from './sender.ts'

let sender: Sender
let member: Persona

beforeAll(async () => {
  sender = await openSender({ rateLimitScale: 1 })
  member = await sender.member()
})
afterAll(async () => {
  await sender.close()
})

/** A client that announces a body and sends a byte of it. @returns the status of its answer, 0 without one. */
function slowClient(localAddress: string) {
  let end = (_status: number) => {}
  const answered = new Promise<number>((resolve) => {
    end = resolve
  })
  const headers = { 'content-type': 'application/json', 'content-length': 4_096 }
  const url = `${sender.engine.url}/functions/v1/deliver/opened`
  const call = request(url, { method: 'POST', headers, localAddress, agent: false }, (reply) => {
    reply.resume()
    end(reply.statusCode ?? 0)
  })
  call.on('error', () => end(0))
  call.write('{')
  return { answered, leave: () => call.destroy() }
}

it('285 clients from three addresses that send no body delay no message, and are disconnected within seconds', async () => {
  const browser = await sender.browserOf(member)
  await sender.prize(member)
  const began = performance.now()
  const slow = Array.from({ length: 285 }, (_, n) => slowClient(`127.0.0.${2 + (n % 3)}`))
  try {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const asked = performance.now()
    const counts = await sender.deliver()
    expect(counts).toMatchObject({ sent: 1 })
    expect(browser.messages).toHaveLength(1)
    expect(performance.now() - asked).toBeLessThan(4_000)

    const publicKey = await fetch(`${sender.engine.url}/functions/v1/deliver/key`)
    expect(publicKey.status).toBe(200)
    const statuses = await Promise.all(slow.map(({ answered }) => answered))
    // Those above the limit of their address are cut at once, the others when they have stalled.
    expect(new Set(statuses)).toEqual(new Set([408, 429]))
    expect(performance.now() - began).toBeLessThan(12_000)
  } finally {
    for (const client of slow) client.leave()
  }
})

it('a body of more than 4 KiB from a browser is refused, and a shorter one is read', async () => {
  const opened = (length: number) =>
    fetch(`${sender.engine.url}/functions/v1/deliver/opened`, {
      method: 'POST',
      body: JSON.stringify({ delivery: randomUUID() }).padEnd(length),
    })
  expect((await opened(4_096)).status).toBe(200)
  expect((await opened(4_097)).status).toBe(413)
})
