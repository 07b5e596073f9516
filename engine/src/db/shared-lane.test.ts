import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createLogger } from '../kernel/logger.ts'
import { CallerTurns } from './caller-turns.ts'
import { SharedLane } from './shared-lane.ts'

const SIZE = 2
/** A lane that tries without a pause makes hundreds of attempts in it. */
const PAUSE_MS = 100

let server: Server | undefined
afterEach(() => server?.close())

it('opens each missing connection once when the database is gone, and again only for a request', async () => {
  let attempts = 0
  const port = await listen((socket) => {
    attempts += 1
    socket.destroy()
  })
  const turns = new CallerTurns({ expensive: 1, fresh: 1, indebted: 1, waiting: 1 })
  const settings = { host: '127.0.0.1', port, user: 'nobody', database: 'none' }
  const lane = new SharedLane(settings, SIZE, turns, createLogger('silent'))

  await expect(lane.open()).rejects.toThrow()
  await delay(PAUSE_MS)
  expect(attempts).toBe(SIZE)

  const context = { role: 'anon', settings: {}, readOnly: true }
  await expect(lane.run(context, { text: 'select 1' }, {})).rejects.toThrow()
  await delay(PAUSE_MS)
  expect(attempts).toBe(2 * SIZE)
  await lane.close()
})

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const opened = createServer(onConnection)
  server = opened
  await new Promise<void>((resolve) => {
    opened.listen(0, '127.0.0.1', resolve)
  })
  const address = opened.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
