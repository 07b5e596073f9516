import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ResolvedConfig } from '../config.ts'
import type { Database } from '../db/port.ts'
import { CallerError, type CallerResolver } from '../http/caller.ts'
import { limiterKey } from '../http/client-address.ts'
import type { Metrics } from '../http/metrics.ts'
import type { HttpRequest, Service } from '../http/types.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { createTokenBuckets } from '../kernel/token-bucket.ts'
import { Connection } from './connection.ts'
import { decodeBinary, decodeText, type ProtocolVersion } from './frame.ts'
import { handleBroadcast } from './http-broadcast.ts'
import { createHub } from './hub.ts'
import { handleMessages } from './incoming.ts'
import { CLOSE, REALTIME_LIMITS } from './limits.ts'
import { hearMessages } from './message-bus.ts'
import { forgetOldMessages } from './replay.ts'
import { tokenRefusal } from './token-refusal.ts'
import { watchTokens } from './watch-tokens.ts'

export interface RealtimeDeps {
  config: ResolvedConfig
  db: Database
  callers: CallerResolver
  metrics: Metrics
  log: Logger
}

const PREFIX = '/realtime/v1'
const CHANGE_CHANNEL = 'realtime_change'
const CLOSING_MS = 2_000

/** Changes of published tables over WebSockets, in the Phoenix channel protocol. */
export async function createRealtimeService({ config, db, callers, metrics, log }: RealtimeDeps): Promise<Service> {
  const hub = createHub({ db, callers, log }, config)
  // What is missed while the connection is away is found by the next round.
  const stopWaking = await db.listen(CHANGE_CHANNEL, hub.feed.wake, hub.feed.wake)
  const stopWatching = await watchTokens(hub)
  const stopHearing = await hearMessages(
    db,
    {
      message: hub.rooms.deliver,
      gap() {
        for (const channel of [...hub.channels()]) if (channel.request.isPrivate) hub.restart(channel)
      },
    },
    log,
  )
  const stopForgetting = forgetOldMessages(db, log)
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: REALTIME_LIMITS.frameBytes,
    maxFragments: REALTIME_LIMITS.fragments,
  } as ConstructorParameters<typeof WebSocketServer>[0])
  const scaled = (count: number) => Math.max(1, Math.round(count * Math.max(1, config.rateLimitScale)))
  const joins = createTokenBuckets({
    capacity: scaled(config.maxJoinsPerSecond),
    refill: scaled(config.maxJoinsPerSecond),
    intervalMs: 1_000,
  })
  const limits = {
    socketsPerUser: scaled(config.maxSocketsPerAccount),
    channelsPerSocket: config.maxChannelsPerSocket,
    mayJoin: () => joins.take(''),
  }
  metrics.gauge('bankside_realtime_open', 'Live connections, and channels joined on them.', 'kind', () => ({
    sockets: hub.connections.size,
    channels: [...hub.channels()].length,
  }))
  const perAddress = new Map<string, number>()
  let closed = false

  const silence = setInterval(() => {
    for (const connection of hub.connections)
      if (Date.now() - connection.lastHeardAt > REALTIME_LIMITS.silenceMs)
        connection.close(CLOSE.policy, 'no heartbeat')
      else continue
  }, REALTIME_LIMITS.silenceMs / 12)
  silence.unref()

  const accept = (socket: WebSocket, stream: Duplex, version: ProtocolVersion, apikey: string, address: string) => {
    const connection = new Connection(socket, stream, {
      version,
      apikey,
      rateLimitScale: config.rateLimitScale,
      metrics,
    })
    hub.connections.add(connection)
    const onMessage = handleMessages(hub, connection, limits)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      metrics.countMessage('in')
      onMessage(isBinary ? decodeBinary(data) : decodeText(data.toString('utf8'), version))
    })
    // Frames against the protocol: the library closes with the fitting code.
    socket.on('error', (error) => log.debug({ reason: messageOf(error) }, 'a socket failed'))
    socket.on('close', () => {
      hub.connections.delete(connection)
      for (const channel of [...connection.channels.values()]) hub.leave(channel)
      release(perAddress, address)
    })
  }

  const open = async (request: HttpRequest, socket: Duplex, head: Buffer) => {
    const query = new URLSearchParams(request.query)
    const apikey = query.get('apikey') ?? request.headers.apikey?.toString() ?? ''
    const address = limiterKey(request.clientIp)
    if (request.path !== `${PREFIX}/websocket`) return refuse(socket, '404 Not Found', 'Not Found')
    if (apikey === '') return refuse(socket, '401 Unauthorized', 'An API key is required')
    if (hub.connections.size >= config.maxSockets)
      return refuse(socket, '429 Too Many Requests', 'Too many connections')
    if ((perAddress.get(address) ?? 0) >= scaled(config.maxSocketsPerAddress))
      return refuse(socket, '429 Too Many Requests', 'Too many connections from this address')
    try {
      await callers.resolve({ apikey })
    } catch (error) {
      if (error instanceof CallerError) return refuse(socket, '401 Unauthorized', tokenRefusal(error, apikey))
      throw error
    }
    if (closed || socket.destroyed) return socket.destroy()
    const version = query.get('vsn')?.startsWith('1.') ? 1 : 2
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
    // Refused by the library (no key, wrong method): it has answered, and nobody will close what never opened.
    let accepted = false
    socket.once('close', () => {
      if (!accepted) release(perAddress, address)
    })
    server.handleUpgrade(request.raw, socket, head, (webSocket) => {
      accepted = true
      accept(webSocket, socket, version, apikey, address)
    })
  }

  return {
    prefix: PREFIX,
    handle: async (request) => await handleBroadcast(request, request.path.slice(PREFIX.length), { db, callers }),
    upgrade(request, socket, head) {
      open(request, socket, head).catch((error: unknown) => {
        log.warn({ reason: messageOf(error) }, 'a handshake failed')
        refuse(socket, '503 Service Unavailable', 'The database cannot be reached')
      })
    },
    async close() {
      closed = true
      clearInterval(silence)
      stopForgetting()
      const open = [...hub.connections]
      for (const connection of open) connection.close(CLOSE.restart, 'the server is restarting')
      await hub.presences.close().catch((error: unknown) => {
        log.debug({ reason: messageOf(error) }, 'presences were left to be swept')
      })
      await stopHearing()
      await stopWatching()
      await stopWaking()
      await hub.feed.close()
      const late = setTimeout(() => {
        for (const connection of hub.connections) connection.terminate()
      }, CLOSING_MS)
      late.unref()
    },
  }
}

function release(counts: Map<string, number>, address: string): void {
  const left = (counts.get(address) ?? 1) - 1
  if (left > 0) counts.set(address, left)
  else counts.delete(address)
}

function refuse(socket: Duplex, status: string, error: string): void {
  const body = JSON.stringify({ error })
  const head = ['Content-Type: application/json; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}
