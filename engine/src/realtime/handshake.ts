import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ResolvedConfig } from '../config.ts'
import { CallerError } from '../http/caller.ts'
import { limiterKey } from '../http/client-address.ts'
import { endSocket } from '../http/client-errors.ts'
import type { Metrics } from '../http/metrics.ts'
import type { HttpRequest } from '../http/types.ts'
import { messageOf } from '../kernel/errors.ts'
import { Connection } from './connection.ts'
import { decodeBinary, decodeText } from './frame.ts'
import type { Hub } from './hub.ts'
import { handleMessages, type IncomingLimits } from './incoming.ts'
import { CLOSE, REALTIME_LIMITS } from './limits.ts'
import { tokenRefusal } from './token-refusal.ts'

export interface HandshakeParts {
  hub: Hub
  config: Pick<ResolvedConfig, 'maxSockets' | 'rateLimitScale'>
  /** Sockets that one address may have at once. */
  socketsPerAddress: number
  incoming: IncomingLimits
  metrics: Metrics
}

/** Upgrades connections to WebSockets, within the limits of the engine and of an address. */
export interface Handshakes {
  /** Answers a handshake. */
  open(request: HttpRequest, socket: Duplex, head: Buffer): void
  /** Refuses all handshakes from now on. */
  stop(): void
}

/** @param path the only path that accepts sockets. */
export function createHandshakes(path: string, parts: HandshakeParts): Handshakes {
  const { hub, config, socketsPerAddress } = parts
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: REALTIME_LIMITS.frameBytes,
    maxFragments: REALTIME_LIMITS.fragments,
  } as ConstructorParameters<typeof WebSocketServer>[0])
  const perAddress = new Map<string, number>()
  let stopped = false

  const open = async (request: HttpRequest, socket: Duplex, head: Buffer) => {
    const query = new URLSearchParams(request.query)
    const apikey = query.get('apikey') ?? request.headers.apikey?.toString() ?? ''
    const address = limiterKey(request.clientIp)
    if (request.path !== path) return refuse(socket, '404 Not Found', 'Not Found')
    if (apikey === '') return refuse(socket, '401 Unauthorized', 'An API key is required')
    if (hub.connections.size >= config.maxSockets)
      return refuse(socket, '429 Too Many Requests', 'Too many connections')
    if ((perAddress.get(address) ?? 0) >= socketsPerAddress)
      return refuse(socket, '429 Too Many Requests', 'Too many connections from this address')
    try {
      await hub.callers.resolve({ apikey })
    } catch (error) {
      if (error instanceof CallerError) return refuse(socket, '401 Unauthorized', tokenRefusal(error, apikey))
      throw error
    }
    if (stopped || socket.destroyed) return socket.destroy()
    const version = query.get('vsn')?.startsWith('1.') ? 1 : 2
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
    // Refused by the library (no key, wrong method): it has answered, and a socket that never opened does not close.
    let accepted = false
    const onRefused = () => {
      if (!accepted) release(perAddress, address)
    }
    socket.once('close', onRefused)
    server.handleUpgrade(request.raw, socket, head, (webSocket) => {
      accepted = true
      socket.off('close', onRefused)
      webSocket.on('close', () => release(perAddress, address))
      accept(parts, webSocket, socket, { version, apikey, address })
    })
  }

  return {
    open(request, socket, head) {
      open(request, socket, head).catch((error: unknown) => {
        hub.log.warn({ reason: messageOf(error) }, 'a handshake failed')
        refuse(socket, '503 Service Unavailable', 'The database cannot be reached')
      })
    },
    stop() {
      stopped = true
    },
  }
}

function accept(
  { hub, config, incoming, metrics }: HandshakeParts,
  socket: WebSocket,
  stream: Duplex,
  client: Pick<Connection, 'version' | 'apikey' | 'address'>,
): void {
  const connection = new Connection(socket, stream, { ...client, rateLimitScale: config.rateLimitScale, metrics })
  hub.connections.add(connection)
  const onMessage = handleMessages(hub, connection, incoming)
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    metrics.countMessage('in')
    // The rest of what a client sends before it reads that its socket is closed.
    if (!connection.isOpen) return
    if (!connection.mayReceive(data.length)) return connection.close(CLOSE.policy, 'too many bytes')
    onMessage(isBinary ? decodeBinary(data) : decodeText(data.toString('utf8'), client.version))
  })
  // Frames against the protocol: the library closes the socket with the right code.
  socket.on('error', (error) => hub.log.debug({ reason: messageOf(error) }, 'a socket failed'))
  socket.on('close', () => {
    hub.connections.delete(connection)
    for (const channel of [...connection.channels.values()]) hub.leave(channel)
  })
}

function release(counts: Map<string, number>, address: string): void {
  const left = (counts.get(address) ?? 1) - 1
  if (left > 0) counts.set(address, left)
  else counts.delete(address)
}

function refuse(socket: Duplex, status: string, error: string): void {
  const body = JSON.stringify({ error })
  const head = ['Content-Type: application/json; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`]
  endSocket(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}
