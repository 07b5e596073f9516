import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ResolvedConfig } from '../config.ts'
import { limiterKey } from './client-address.ts'

/**
 * Limits the open connections of one address, so that slow and idle ones cannot exhaust the machine. Behind trusted
 * proxies all connections are the proxy's, which then has to limit them.
 */
export function limitConnections(server: Server, config: ResolvedConfig): void {
  if (config.trustedProxies.length > 0) return
  const limit = config.maxConnectionsPerAddress * Math.max(1, config.rateLimitScale)
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const key = limiterKey(socket.remoteAddress ?? '')
    const count = (open.get(key) ?? 0) + 1
    if (count > limit) return void socket.destroy()
    open.set(key, count)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
}
