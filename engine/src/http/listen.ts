import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf, messageOf, StartError } from '../kernel/errors.ts'

const GRACE_MS = 10_000
const POLL_MS = 20

/**
 * Binds the port.
 * @returns the port; the system chooses it when 0 was given.
 * @throws {StartError} when it is taken or not allowed.
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(describe(error, port, host)))
    server.listen(port, host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
  return (server.address() as AddressInfo).port
}

/**
 * Counts the running requests. WebSockets are connections of the server too, but the end does not wait for them: their
 * service closes them.
 */
export function countRequests(server: Server): { inFlight: number } {
  const count = { inFlight: 0 }
  server.on('request', (_request, response) => {
    count.inFlight += 1
    response.once('close', () => {
      count.inFlight -= 1
    })
  })
  return count
}

/** Stops accepting, lets running requests finish (10 s at most), then closes the rest. May be called twice. */
export async function closeServer(server: Server, requests: { inFlight: number }): Promise<void> {
  if (!server.listening) return
  server.close()
  const deadline = Date.now() + GRACE_MS
  while (requests.inFlight > 0 && Date.now() < deadline) {
    // A kept-alive connection turns idle when its last request ends.
    server.closeIdleConnections()
    await delay(POLL_MS)
  }
  server.closeAllConnections()
}

function describe(error: Error, port: number, host: string): StartError {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is taken: stop the other program or set PORT`)
  if (code === 'EACCES') return new StartError(`Port ${port} is not allowed for this account: set PORT to 1024 or more`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${host} is not an address of this machine`)
  return new StartError(`The server cannot listen on ${host}:${port}: ${messageOf(error)}`)
}
