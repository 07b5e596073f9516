import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../kernel/logger.ts'
import { CallerTurns } from './caller-turns.ts'
import { newClient, newPool } from './client.ts'
import { ConnectionLostError, UnreadableAnswerError } from './errors.ts'
import { SharedLane } from './shared-lane.ts'

/** A message of the protocol: its letter, its length and its content. */
function message(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const READY = message('Z', Buffer.from('I'))
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), READY])
/** A row that is said to have one field and ends before it: the driver throws, as for one longer than a string. */
const BROKEN = message('D', Buffer.from([0, 1]))

let server: Server | undefined
const sockets = new Set<Socket>()

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

/** A server that lets everybody in and answers the first statement with something that cannot be read. */
async function startServer(): Promise<{ port: number; connections: () => number }> {
  let connections = 0
  server = createServer((socket) => {
    sockets.add(socket)
    connections += 1
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(WELCOME)
      socket.once('data', () => socket.write(BROKEN))
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, connections: () => connections }
}

const settings = (port: number) => ({ host: '127.0.0.1', port, user: 'u', database: 'd', ssl: false })

describe('an answer that cannot be read', () => {
  it('fails its statement and ends the connection', async () => {
    const { port } = await startServer()
    const client = newClient(settings(port))
    await client.connect()
    const ended = new Promise((resolve) => client.once('end', resolve))
    await expect(client.query('select 1')).rejects.toThrow(UnreadableAnswerError)
    await ended
    await expect(client.query('select 1')).rejects.toThrow('not queryable')
  })

  it('costs a pool the one connection', async () => {
    const { port } = await startServer()
    const pool = newPool({ ...settings(port), max: 1 })
    const client = await pool.connect()
    await expect(client.query('select 1')).rejects.toThrow(UnreadableAnswerError)
    client.release(true)
    expect(pool.totalCount).toBe(0)
    await pool.end()
  })

  it('is a lost connection for other statements on a shared one, which is replaced', async () => {
    const { port, connections } = await startServer()
    const turns = new CallerTurns({
      expensive: 1,
      fresh: 1,
      indebted: 1,
      waiting: 1,
    })
    const lane = new SharedLane(settings(port), 1, turns, createLogger('silent'))
    await lane.open()
    const context = { role: 'anon', settings: {}, readOnly: true }
    const run = () => lane.run(context, { text: 'select 1' }, {})
    const outcomes = await Promise.allSettled([run(), run()])
    expect(outcomes).toMatchObject([
      { reason: expect.any(UnreadableAnswerError) },
      { reason: expect.any(ConnectionLostError) },
    ])
    await expect.poll(connections).toBe(2)
    await expect.poll(() => lane.load().connections).toBe(1)
    await lane.close()
  })
})
