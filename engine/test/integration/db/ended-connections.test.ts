import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { CallerTurns } from '../../../src/db/caller-turns.ts'
import { ConnectionLostError } from '../../../src/db/errors.ts'
import { Listener } from '../../../src/db/listener.ts'
import { SessionPool } from '../../../src/db/session-pool.ts'
import { SharedLane } from '../../../src/db/shared-lane.ts'
import { createLogger } from '../../../src/kernel/logger.ts'

const log = createLogger('silent')
const close: (() => unknown)[] = []
afterEach(async () => {
  for (const step of close.splice(0).reverse()) await step()
})

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const ready = message('Z', Buffer.from('I'))
const admitted = Buffer.concat([message('R', Buffer.alloc(4)), ready])
const terminated = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'))
const listening = Buffer.concat([message('C', Buffer.from('LISTEN\0')), ready])

/** A server that speaks as much of PostgreSQL's protocol as a test needs. */
async function fakeServer(answer: (socket: Socket, nth: number) => void): Promise<{ port: number }> {
  let count = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const nth = count
    count += 1
    socket.once('data', () => answer(socket, nth))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port }
}

const settings = (port: number) => ({ host: '127.0.0.1', port, user: 'nobody', database: 'none', password: 'x' })

it('survives a connection that is ended in the packet that opened it', async () => {
  const { port } = await fakeServer((socket) => socket.end(Buffer.concat([admitted, terminated])))
  const pool = new SessionPool(settings(port), 2, log)
  close.push(() => pool.close())
  const asked = await Promise.allSettled(Array.from({ length: 5 }, () => pool.query('select 1')))
  for (const one of asked) expect(one).toMatchObject({ reason: expect.any(ConnectionLostError) })
})

it('replaces shared connections that were ended in the packet that opened them', async () => {
  const size = 2
  const answer = Buffer.concat([...[1, 2].map(() => message('C', Buffer.from('SELECT 0\0'))), ready])
  const { port } = await fakeServer((socket, nth) => {
    if (nth >= size && nth < 3 * size) return void socket.end(Buffer.concat([admitted, terminated]))
    socket.write(admitted)
    // Connections from the start are ended by the first request on them.
    socket.on('data', () => (nth < size ? socket.end(terminated) : socket.write(answer)))
  })
  const turns = new CallerTurns({
    expensive: 1,
    fresh: 1,
    indebted: 1,
    waiting: 10,
  })
  const lane = new SharedLane(settings(port), size, turns, log)
  close.push(() => lane.close())
  await lane.open()
  const ask = () => lane.run({ role: 'anon', settings: {}, readOnly: true }, { text: 'select' }, {})
  await expect.poll(() => ask().then(() => 'answered', String)).toBe('answered')
  expect(lane.load().connections).toBe(size)
})

it('keeps notifying the others when one listener fails on a notification', async () => {
  const notification = message('A', Buffer.concat([Buffer.alloc(4), Buffer.from('news\0not JSON\0')]))
  const { port } = await fakeServer((socket) => {
    socket.write(admitted)
    socket.on('data', () => socket.write(Buffer.concat([listening, notification])))
  })
  const listener = new Listener(settings(port), log)
  close.push(() => listener.close())
  const received: string[] = []
  await listener.listen('news', { onMessage: (text) => void JSON.parse(text), onGap() {} })
  await listener.listen('news', { onMessage: (text) => void received.push(text), onGap() {} })
  await expect.poll(() => received).toContain('not JSON')
})

it('opens connections in one place only, which always listens for their errors', () => {
  const source = fileURLToPath(new URL('../../../src', import.meta.url))
  const opening = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => /\bnew (pg\.)?(Client|Pool)\(/.test(readFileSync(join(source, path), 'utf8')))
  expect(opening).toEqual(['db/client.ts'])
})
