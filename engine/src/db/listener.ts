import pg, { type Client, type ClientConfig } from 'pg'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { newClient } from './client.ts'

const FIRST_PAUSE_MS = 100
/** Delay before listening again: until then no changes are delivered. */
const LONGEST_PAUSE_MS = 1_000

interface Subscription {
  onMessage(payload: string): void
  onGap(): void
}

/** One connection for all channels; it reconnects by itself, with growing pauses, and reports the gap. */
export class Listener {
  private readonly settings: ClientConfig
  private readonly log: Logger
  private readonly channels = new Map<string, Set<Subscription>>()
  private client: Promise<Client> | undefined
  private pause = FIRST_PAUSE_MS
  private retry: NodeJS.Timeout | undefined
  private closed = false

  constructor(settings: ClientConfig, log: Logger) {
    this.settings = settings
    this.log = log
  }

  async listen(channel: string, subscription: Subscription): Promise<() => Promise<void>> {
    const subscriptions = this.channels.get(channel) ?? new Set()
    this.channels.set(channel, subscriptions.add(subscription))
    const client = await this.connection()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return async () => {
      subscriptions.delete(subscription)
      if (subscriptions.size > 0 || this.closed) return
      this.channels.delete(channel)
      await (await this.connection()).query(`unlisten ${pg.escapeIdentifier(channel)}`)
    }
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.retry)
    await (await this.client?.catch(() => undefined))?.end()
  }

  private connection(): Promise<Client> {
    this.client ??= this.connect()
    return this.client
  }

  private async connect(): Promise<Client> {
    const client = newClient({ ...this.settings, keepAlive: true })
    client.on('error', (error) => this.log.debug({ reason: messageOf(error) }, 'the listening connection failed'))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onMessage } of this.channels.get(channel) ?? []) this.guarded(channel, () => onMessage(payload))
    })
    try {
      await client.connect()
      for (const channel of this.channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      this.client = undefined
      void client.end()
      throw error
    }
    client.once('end', () => this.reconnectLater())
    this.pause = FIRST_PAUSE_MS
    return client
  }

  private reconnectLater(): void {
    this.client = undefined
    if (this.closed) return
    this.retry = setTimeout(() => {
      this.connection().then(
        () => this.reportGap(),
        () => this.reconnectLater(),
      )
    }, this.pause)
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS)
  }

  private reportGap(): void {
    this.log.warn({}, 'listening again: notifications may have been missed')
    for (const [channel, subscriptions] of this.channels)
      for (const { onGap } of subscriptions) this.guarded(channel, onGap)
  }

  /** Any role in the database may send any notification: an unreadable one must not end the connection for all. */
  private guarded(channel: string, tell: () => void): void {
    try {
      tell()
    } catch (error) {
      this.log.error({ channel, reason: messageOf(error) }, 'a notification could not be processed')
    }
  }
}
