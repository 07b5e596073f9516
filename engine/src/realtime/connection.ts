import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Metrics } from '../http/metrics.ts'
import { TokenBucket } from '../kernel/token-bucket.ts'
import type { Channel, ChannelSocket } from './channel.ts'
import { encodeFrame, type PhoenixMessage, type ProtocolVersion } from './frame.ts'
import { type CLOSE, REALTIME_LIMITS } from './limits.ts'

export interface ConnectionParts extends Pick<Connection, 'version' | 'apikey' | 'address'> {
  rateLimitScale: number
  metrics: Metrics
}

/** One socket: its channels and its rate limits. */
export class Connection implements ChannelSocket {
  readonly version: ProtocolVersion
  readonly apikey: string
  /** The client's, as `limiterKey` writes it. */
  readonly address: string
  readonly channels = new Map<string, Channel>()
  /** On the monotonic clock, which cannot be set. */
  lastHeardAt = performance.now()
  private readonly socket: WebSocket
  private readonly stream: Pick<Duplex, 'cork' | 'uncork'>
  private readonly metrics: Metrics
  private readonly joins: TokenBucket
  private readonly messages: TokenBucket
  private readonly bytes: TokenBucket
  private readonly refusals: TokenBucket

  /** @param stream what the socket writes to. */
  constructor(
    socket: WebSocket,
    stream: Pick<Duplex, 'cork' | 'uncork'>,
    { version, apikey, address, rateLimitScale, metrics }: ConnectionParts,
  ) {
    this.socket = socket
    this.stream = stream
    this.metrics = metrics
    this.version = version
    this.apikey = apikey
    this.address = address
    const perSecond = (count: number) => new TokenBucket(Math.max(count, count * rateLimitScale))
    this.joins = perSecond(REALTIME_LIMITS.joinsPerSecondPerSocket)
    this.messages = perSecond(REALTIME_LIMITS.messagesPerSecondPerSocket)
    const { bytesPerSocket } = REALTIME_LIMITS
    const scale = Math.max(1, rateLimitScale)
    this.bytes = new TokenBucket(bytesPerSocket.perSecond * scale, bytesPerSocket.atOnce * scale)
    this.refusals = new TokenBucket(REALTIME_LIMITS.refusedJoins.perSecond, REALTIME_LIMITS.refusedJoins.atOnce)
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  mayJoin(): boolean {
    return this.joins.take()
  }

  /** Whether one more join is answered that its account or address may not make now. */
  mayBeRefused(): boolean {
    return this.refusals.take()
  }

  maySend(): boolean {
    return this.messages.take()
  }

  /** Whether a message of that length is read. */
  mayReceive(bytes: number): boolean {
    return this.bytes.take(bytes)
  }

  send(head: Omit<PhoenixMessage, 'payload'>, payload: object): void {
    this.sendFrame(Buffer.from(encodeFrame(this.version, head, JSON.stringify(payload))))
  }

  /** Sends an encoded frame. A client that does not read is disconnected; it catches up when it reconnects. */
  sendFrame(frame: Buffer, binary = false): void {
    if (!this.isOpen) return
    this.metrics.countMessage('out')
    if (this.socket.bufferedAmount > REALTIME_LIMITS.unsentBytes) this.socket.terminate()
    else this.socket.send(frame, { binary })
  }

  together(send: () => void): void {
    this.stream.cork()
    try {
      send()
    } finally {
      this.stream.uncork()
    }
  }

  reply({ joinRef, ref, topic }: PhoenixMessage, status: 'ok' | 'error', response: object): void {
    this.send({ joinRef, ref, topic, event: 'phx_reply' }, { status, response })
  }

  /** Sends an event that answers no message on a joined channel. */
  push({ joinRef, topic }: Pick<Channel, 'joinRef' | 'topic'>, event: string, payload: object): void {
    this.send({ joinRef, ref: null, topic, event }, payload)
  }

  close(code: (typeof CLOSE)[keyof typeof CLOSE], reason: string): void {
    this.socket.close(code, reason)
  }

  terminate(): void {
    this.socket.terminate()
  }
}
