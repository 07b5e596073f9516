import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_MS = 250
/** A message just sent to thousands at once is in transit, not unread; large answers fill the memory sooner. */
const STUCK_MS = 2_000
const LARGE_STUCK_MS = 500
const LARGE_BYTES = 256 * 1024

/**
 * Bounds the memory that clients use by not reading answers or WebSocket messages. A client that reads nothing of an
 * answer for a while is disconnected. When all stuck clients together hold too much, the longest stuck go first.
 * @param stalledMs time without a byte accepted by the network while an answer waits; WebSockets have another rule.
 * @param mostBytes of all clients together.
 */
export function limitUnreadAnswers(
  server: Server,
  { stalledMs, mostBytes }: { stalledMs: number; mostBytes: number },
): void {
  server.timeout = stalledMs
  // Without a listener Node would also close the connection while the answer is still being prepared.
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
      // A Map keeps its insertion order, so the longest stuck comes first.
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
