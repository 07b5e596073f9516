import type { ResolvedConfig } from '../config.ts'
import type { Database } from '../db/port.ts'
import type { CallerResolver } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'
import { type Channel, type ChannelSocket, type Subscription, systemPayload } from './channel.ts'
import type { Connection } from './connection.ts'
import { fanOut } from './fan-out.ts'
import { createPresences, type Presences } from './presence.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { createTableCatalogue, type TableCatalogue } from './table-catalogue.ts'

/** What all sockets of this engine share. */
export interface Hub {
  db: Database
  callers: CallerResolver
  log: Logger
  catalogue: TableCatalogue
  feed: ChangeFeed
  connections: Set<Connection>
  channels(): Iterable<Channel>
  /** Sockets on which the account has joined something. */
  socketsOf(userId: string): Set<ChannelSocket>
  rooms: Rooms
  presences: Presences
  /** Ends the channel without a word to its client. */
  leave(channel: Channel): void
  /** Tells the client to join anew, and with it to load anew. */
  restart(channel: Channel): void
  /** Tells the client why, and that the channel is closed: it must be joined anew by the application. */
  closeChannel(channel: Channel, reason: string): void
}

export function createHub(
  deps: { db: Database; callers: CallerResolver; log: Logger },
  config: Pick<ResolvedConfig, 'rateLimitScale' | 'realtimeConnections'>,
): Hub {
  const { db, log } = deps
  const rooms = createRooms()
  const presences = createPresences({ db, rooms, log }, config.rateLimitScale)
  const catalogue = createTableCatalogue(db)
  const connections = new Set<Connection>()

  function* channels() {
    for (const connection of connections) yield* connection.channels.values()
  }
  function* subscriptions(): Iterable<Subscription> {
    for (const channel of channels()) yield* channel.subscriptions
  }
  const leave = (channel: Channel) => {
    channel.subscriptions = []
    if (channel.connection.channels.get(channel.topic) === channel) channel.connection.channels.delete(channel.topic)
    rooms.leave(channel)
    presences.untrack(channel).catch((error: unknown) => {
      log.debug({ reason: messageOf(error) }, 'a presence was not taken back')
    })
  }

  // Clients take phx_error as the sign to join anew, and what they join anew they load anew.
  const restart = (channel: Channel) => {
    const message = 'Changes may have been missed: join again'
    channel.connection.push(channel, 'system', systemPayload(channel, 'error', message))
    channel.connection.push(channel, 'phx_error', {})
    leave(channel)
  }

  const asking = { db, catalogue, askedAtOnce: config.realtimeConnections, log }
  const feed = createChangeFeed(
    db,
    {
      onChanges: (changes) => fanOut(changes, subscriptions, restart, asking),
      isWanted: () => !subscriptions()[Symbol.iterator]().next().done,
      onGap() {
        for (const channel of [...channels()]) if (channel.request.bindings.length > 0) restart(channel)
      },
    },
    log,
  )

  return {
    ...deps,
    catalogue,
    feed,
    connections,
    channels,
    rooms,
    presences,
    leave,
    restart,
    socketsOf(userId) {
      const sockets = new Set<ChannelSocket>()
      for (const { caller, connection } of channels()) if (caller.userId === userId) sockets.add(connection)
      return sockets
    },
    closeChannel(channel, reason) {
      const { connection } = channel
      connection.push(channel, 'system', systemPayload(channel, 'error', reason, 'system'))
      connection.push(channel, 'phx_close', {})
      leave(channel)
    },
  }
}
