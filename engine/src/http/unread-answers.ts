import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_MS = 250
/** What has just been sent to thousands at once is on its way, not unread; large answers fill the memory sooner. */
const STUCK_MS = 2_000
const LARGE_STUCK_MS = 500
const LARGE_BYTES = 256 * 1024

/**
 * Bounds what clients that do not read keep in memory, answers and WebSocket messages alike: whoever takes nothing of
 * an answer for a while is let go, and where all who are stuck hold too much together, those who have been longest.
 * @param stalledMs without a byte taken by the network, while an answer waits. WebSockets have a rule of their own.
 * @param mostBytes all together.
 */
export function limitUnreadAnswers(
  server: Server,
  { stalledMs, mostBytes }: { stalledMs: number; mostBytes: number },
): void {
  server.timeout = stalledMs
  // Without a listener the connection would also end while the answer is still being made.
  server.on('request', (_request, response) => {
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
  const open = new Set<Socket>()
  const stuckSince = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      stuckSince.delete(socket)
    })
  })
  const look = () => {
    const now = performance.now()
    for (const socket of open)
      if (socket.writableLength === 0) stuckSince.delete(socket)
      // A map keeps its order: whoever has been stuck longest comes first.
      else if (!stuckSince.has(socket)) stuckSince.set(socket, now)
    const limitFor = ({ writableLength }: Socket) => (writableLength >= LARGE_BYTES ? LARGE_STUCK_MS : STUCK_MS)
    const stuck = [...stuckSince].filter(([socket, since]) => now - since >= limitFor(socket)).map(([socket]) => socket)
    let held = stuck.reduce((sum, { writableLength }) => sum + writableLength, 0)
    for (const socket of stuck) {
      if (held <= mostBytes) return
      held -= socket.writableLength
      socket.destroy()
    }
  }
  const looking = setInterval(look, LOOK_MS)
  looking.unref()
  server.once('close', () => clearInterval(looking))
}
