import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

const KIB16 = 16 * 1024

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})

afterAll(async () => {
  await engine.close()
})

/** Sends bytes as they are and resolves with everything that comes back before the connection ends. */
function raw(text: string): Promise<string> {
  const { port } = new URL(engine.url)
  return new Promise((resolve) => {
    let reply = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      reply += chunk
    })
    socket.on('error', () => resolve(reply))
    socket.on('close', () => resolve(reply))
  })
}

const get = (path: string, headers: string) =>
  raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`)
const statusOf = (reply: string) => Number(/^HTTP\/1.1 (\d+)/.exec(reply)?.[1])

it('takes addresses of 16 KiB and refuses longer ones with 414', async () => {
  const path = (length: number) => `/healthz?${'a'.repeat(length - '/healthz?'.length)}`
  expect(statusOf(await get(path(KIB16), ''))).toBe(200)
  expect(statusOf(await get(path(KIB16 + 1), ''))).toBe(414)
})

it('takes 16 KiB of headers and refuses more with 431', async () => {
  // Host and Connection, each with its separators.
  const others = 'Host: a\r\n'.length + 'Connection: close\r\n'.length
  const header = (total: number) => `X-Long: ${'a'.repeat(total - others - 'X-Long: \r\n'.length)}\r\n`
  expect(statusOf(await get('/healthz', header(KIB16)))).toBe(200)
  expect(statusOf(await get('/healthz', header(KIB16 + 1)))).toBe(431)
  expect(statusOf(await get('/healthz', header(5 * KIB16)))).toBe(431)
})

it('takes a JSON body of 1 MiB and refuses one byte more with 413, whatever the length header says', async () => {
  const send = (size: number, chunked: boolean) => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'b' }).padEnd(size, ' ')
    const options = chunked ? { body: new Blob([body]).stream(), duplex: 'half' as const } : { body }
    const headers = { apikey: engine.publishableKey, 'content-type': 'application/json' }
    return fetch(`${engine.url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, ...options })
  }
  for (const chunked of [false, true]) {
    expect((await send(1024 * 1024, chunked)).status).toBe(400)
    expect((await send(1024 * 1024 + 1, chunked)).status).toBe(413)
  }
})

it('refuses methods, hosts and framings that have no business here', async () => {
  const end = 'Connection: close\r\n\r\n'
  expect(statusOf(await raw(`TRACE / HTTP/1.1\r\nHost: a\r\n${end}`))).toBe(405)
  expect(statusOf(await raw(`GET /healthz HTTP/1.1\r\n${end}`))).toBe(400)
  expect(statusOf(await raw(`GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n${end}`))).toBe(400)
  expect(statusOf(await raw(`GET http://evil.example/healthz HTTP/1.1\r\nHost: a\r\n${end}`))).toBe(400)
  const smuggled = 'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n'
  expect(statusOf(await raw(`${smuggled}${end}0\r\n\r\n`))).toBe(400)
})

it('lets one address make 100 requests at once, then ten a second, whatever address it says it forwards', async () => {
  const strict = await startEngine({ rateLimitScale: 1 })
  const start = performance.now()
  const replies: Response[] = []
  // A forwarded address from somebody who is no trusted proxy makes no new client.
  const ask = (_: unknown, index: number) =>
    fetch(`${strict.url}/auth/v1/health`, { headers: { 'x-forwarded-for': `203.0.113.${index}` } })
  for (let batch = 0; batch < 5; batch += 1) replies.push(...(await Promise.all(Array.from({ length: 40 }, ask))))
  const refused = replies.filter(({ status }) => status === 429)
  const allowed = replies.filter(({ status }) => status === 200)
  expect(allowed.length).toBeGreaterThanOrEqual(100)
  expect(allowed.length).toBeLessThanOrEqual(100 + Math.ceil((performance.now() - start) / 100))
  expect(refused[0]?.headers.get('retry-after')).toBe('10')
  expect((await fetch(`${strict.url}/healthz`)).status).toBe(200)
  await strict.close()
})

it('keeps as many connections of one address open as it may have, and no more', async () => {
  const strict = await startEngine({ rateLimitScale: 1, maxConnectionsPerAddress: 3 })
  const { port, host } = new URL(strict.url)
  const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  /** Stays open. @returns the start of the answer, empty when the connection was closed instead. */
  const open = (from: string) =>
    new Promise<{ answer: string; end(): Promise<unknown> }>((resolve) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from }, () => socket.write(request))
      const closed = new Promise((done) => socket.once('close', done))
      const end = () => {
        socket.end()
        return closed
      }
      socket.once('data', (data) => resolve({ answer: data.toString('latin1', 0, 12), end }))
      socket.on('error', () => {})
      socket.once('close', () => resolve({ answer: '', end }))
    })
  const clients = [await open('127.0.0.1'), await open('127.0.0.1'), await open('127.0.0.1')]
  expect(clients.map(({ answer }) => answer)).toEqual(Array(3).fill('HTTP/1.1 200'))
  expect((await open('127.0.0.1')).answer).toBe('')
  clients.push(await open('127.0.0.9'))
  expect(clients.at(-1)?.answer).toBe('HTTP/1.1 200')
  await clients[0]?.end()
  await expect.poll(async () => (await open('127.0.0.1')).answer, { timeout: 10_000 }).toBe('HTTP/1.1 200')
  await strict.close()
})

it('believes the forwarded address of a trusted proxy', async () => {
  const behindProxy = await startEngine({ rateLimitScale: 0.01, trustedProxies: ['127.0.0.0/8'] })
  const from = async (address: string) =>
    (await fetch(`${behindProxy.url}/auth/v1/health`, { headers: { 'x-forwarded-for': address } })).status
  expect(await from('203.0.113.1')).toBe(200)
  expect(await from('203.0.113.1')).toBe(429)
  expect(await from('203.0.113.2')).toBe(200)
  expect(await from('203.0.113.3, 203.0.113.2')).toBe(429)
  await behindProxy.close()
})
