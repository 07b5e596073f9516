import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'

const KIB16 = 16 * 1024

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})

afterAll(async () => {
  await engine.close()
})

/** Sends bytes unchanged and resolves with everything that is received before the connection ends. */
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

it('accepts addresses of 16 KiB and refuses longer ones with 414', async () => {
  const path = (length: number) => `/healthz?${'a'.repeat(length - '/healthz?'.length)}`
  expect(statusOf(await get(path(KIB16), ''))).toBe(200)
  expect(statusOf(await get(path(KIB16 + 1), ''))).toBe(414)
})

it('accepts 16 KiB of headers and refuses more with 431', async () => {
  // Host and Connection, each with its separators.
  const others = 'Host: a\r\n'.length + 'Connection: close\r\n'.length
  const header = (total: number) => `X-Long: ${'a'.repeat(total - others - 'X-Long: \r\n'.length)}\r\n`
  expect(statusOf(await get('/healthz', header(KIB16)))).toBe(200)
  expect(statusOf(await get('/healthz', header(KIB16 + 1)))).toBe(431)
  expect(statusOf(await get('/healthz', header(5 * KIB16)))).toBe(431)
})

describe('headers that are too many or too long', () => {
  const tooLarge = {
    status: 431,
    type: 'application/json; charset=utf-8',
    body: { message: 'Request Header Fields Too Large' },
  }
  const parts = (reply: string) => ({
    status: statusOf(reply),
    type: /^content-type: (.+)$/im.exec(reply)?.[1],
    body: JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)),
  })
  // Host and Connection count too.
  const many = (count: number) => Array.from({ length: count - 2 }, (_, index) => `X${index}: y\r\n`).join('')
  const long = (kib: number) => `X-Long: ${'a'.repeat(kib * 1024)}\r\n`

  it.each(['/healthz', '/auth/v1/health'])('accepts 200 headers and refuses one more with 431: %s', async (path) => {
    const key = `apikey: ${engine.publishableKey}\r\n`
    expect(statusOf(await get(path, key + many(199)))).toBe(200)
    for (const count of [200, 3_000]) expect(parts(await get(path, key + many(count)))).toEqual(tooLarge)
  })

  it.each([33, 64, 1_024, 8_192])('sends the reason for the refusal, with %i KiB in one header', async (kib) => {
    expect(parts(await get('/rest/v1/profiles', long(kib)))).toEqual(tooLarge)
    expect(statusOf(await get('/healthz', ''))).toBe(200)
  })

  it('answers the earlier requests on the connection, and then refuses it', async () => {
    const replies = await raw(
      `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n${long(64)}\r\n`,
    )
    expect([...replies.matchAll(/^HTTP\/1.1 (\d+)/gm)].map(([, status]) => Number(status))).toEqual([200, 431])
  })

  it('refuses bytes that are not HTTP and an invalid body, and keeps serving others', async () => {
    expect(parts(await raw('\x16\x03\x01 hello\r\n\r\n'))).toMatchObject({
      status: 400,
      body: { message: 'Bad Request' },
    })
    const chunked = 'POST /auth/v1/signup HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n'
    expect(parts(await raw(chunked))).toMatchObject({ status: 400, body: { message: 'Bad Request' } })
    expect(statusOf(await get('/healthz', ''))).toBe(200)
  })
})

it('accepts a JSON body of 1 MiB and refuses one byte more with 413, whatever the length header says', async () => {
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

it('refuses unsupported methods, hosts and framings', async () => {
  const end = 'Connection: close\r\n\r\n'
  expect(statusOf(await raw(`TRACE / HTTP/1.1\r\nHost: a\r\n${end}`))).toBe(405)
  expect(statusOf(await raw(`GET /healthz HTTP/1.1\r\n${end}`))).toBe(400)
  expect(statusOf(await raw(`GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n${end}`))).toBe(400)
  const bearer = (name: string) => `Authorization: Bearer ${name}\r\n`
  const health = (headers: string) => raw(`GET /auth/v1/health HTTP/1.1\r\nHost: a\r\n${headers}${end}`)
  expect(statusOf(await health(bearer(engine.publishableKey)))).toBe(200)
  expect(statusOf(await health(bearer(engine.publishableKey) + bearer(engine.publishableKey)))).toBe(400)
  expect(statusOf(await raw(`GET http://evil.example/healthz HTTP/1.1\r\nHost: a\r\n${end}`))).toBe(400)
  const smuggled = 'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n'
  expect(statusOf(await raw(`${smuggled}${end}0\r\n\r\n`))).toBe(400)
})

it('allows one address 100 requests at once, then ten a second, whatever address it claims to forward', async () => {
  const strict = await startEngine({ rateLimitScale: 1 })
  const start = performance.now()
  const replies: Response[] = []
  // A forwarded address from a client that is no trusted proxy does not count as a new client.
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

it('does not limit who holds the secret key, and limits who guesses it', async () => {
  const strict = await startEngine({ rateLimitScale: 0.01 })
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${strict.url}/auth/v1/health`, { headers })).status
  const own = { apikey: strict.secretKey }
  const bearer = { authorization: `Bearer ${strict.secretKey}` }
  // Another last letter, whichever the key has.
  const guess = { apikey: strict.secretKey.slice(0, -1) + (strict.secretKey.endsWith('_') ? '-' : '_') }
  expect([await statusWith(guess), await statusWith(guess)]).toEqual([200, 429])
  for (let n = 0; n < 5; n += 1) expect([await statusWith(own), await statusWith(bearer)]).toEqual([200, 200])
  await strict.close()
})

it('keeps connections of one address open only up to its limit', async () => {
  const strict = await startEngine({ rateLimitScale: 1, maxConnectionsPerAddress: 3 })
  const { port, host } = new URL(strict.url)
  const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  /** Keeps a connection open. @returns the start of the answer, empty when the connection was closed instead. */
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

it('trusts the forwarded address of a trusted proxy', async () => {
  const behindProxy = await startEngine({ rateLimitScale: 0.01, trustedProxies: ['127.0.0.0/8'] })
  const from = async (address: string) =>
    (await fetch(`${behindProxy.url}/auth/v1/health`, { headers: { 'x-forwarded-for': address } })).status
  expect(await from('203.0.113.1')).toBe(200)
  expect(await from('203.0.113.1')).toBe(429)
  expect(await from('203.0.113.2')).toBe(200)
  expect(await from('203.0.113.3, 203.0.113.2')).toBe(429)
  await behindProxy.close()
})

const exchange = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port: Number(new URL(engine.url).port), host: '127.0.0.1' })
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part
    })
    socket.once('close', () => resolve(answer)).once('error', reject)
    socket.write(text)
  })

it('ignores an upgrade to another protocol, and answers the request', async () => {
  const upgrade =
    'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'
  const page = await exchange(`GET /auth/v1/health HTTP/1.1\r\n${upgrade}\r\n\r\n`)
  expect(page).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(page).toMatch(/connection: close/i)
  expect(page).toContain('"name":"GoTrue"')
  const body = `Content-Length: 2\r\n${upgrade}\r\n\r\n{}`
  expect(await exchange(`POST /auth/v1/signup HTTP/1.1\r\n${body}`)).toMatch(/^HTTP\/1\.1 400 /)
})

it('lets no upgrade overtake the request before it on a connection', async () => {
  const first = `GET /rest/v1/ HTTP/1.1\r\nHost: a\r\n\r\n`
  for (const protocol of ['websocket', 'h2c']) {
    const second = `GET /realtime/v1/websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`
    expect(await exchange(first + second)).not.toMatch(/ 101 /)
    expect((await fetch(`${engine.url}/auth/v1/health`)).status).toBe(200)
  }
})

it.each(['/nope', '/realtime/v1/websocket'])(
  'closes a refused upgrade of %s, also if the client stays',
  async (path) => {
    const { port } = new URL(engine.url)
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.resume()
    const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
    socket.once('end', () => {
      // Fails when the engine no longer has the connection.
      const writing = setInterval(() => socket.write('more'), 100)
      void closed.then(() => clearInterval(writing))
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    expect(await closed).toBe('closed')
  },
)
