import type { ResolvedConfig } from '../config.ts'
import { joinConnections } from '../db/database.ts'
import type { Database } from '../db/port.ts'
import type { CallerResolver } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { type ChangeFeed, createChangeFeed } from './change-feed.ts'
import { type Channel, type Subscription, systemPayload } from './channel.ts'
import { type AskRights, createChannelRights } from './channel-rights.ts'
import type { Connection } from './connection.ts'
import { fanOut } from './fan-out.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { createPresences, type Presences } from './presence.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { createSlowFilters, SLOW_FILTER, type SlowFilters } from './slow-filters.ts'
import { createTableCatalogue, type TableCatalogue } from './table-catalogue.ts'

/** The state that all sockets of this engine share. */
export interface Hub {
  db: Database
  callers: CallerResolver
  log: Logger
  catalogue: TableCatalogue
  feed: ChangeFeed
  connections: Set<Connection>
  channels(): Iterable<Channel>
  accounts: Accounts
  slowFilters: SlowFilters
  rooms: Rooms
  presences: Presences
  /** Whether everybody may send and be present on channels that are not private. */
  publicChannels: boolean
  /** Asks what a caller may do on a private channel. */
  rights: AskRights
  /** The same for channels that are joined already: whether a right was revoked must not wait for joins. */
  rightsAgain: AskRights
  /** Counts changes of any account's standing: rights read before the latest change may be out of date. */
  standingChanges: number
  /** Removes the channel without notifying its client. */
  leave(channel: Channel): void
  /** Makes the client join again, and with that load again. */
  restart(channel: Channel): void
  /** Sends the client the reason and that the channel is closed; the application has to join it again. */
  closeChannel(channel: Channel, reason: string): void
}

export function createHub(
  deps: { db: Database; callers: CallerResolver; log: Logger },
  config: Pick<ResolvedConfig, 'rateLimitScale' | 'realtimeConnections' | 'liveStatementMs' | 'publicChannels'>,
): Hub {
  const { db, log } = deps
  const accounts = createAccounts()
  const rooms = createRooms(log)
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
    accounts.leave(channel)
    rooms.leave(channel)
    presences.untrack(channel).catch((error: unknown) => {
      log.debug({ reason: messageOf(error) }, 'a presence could not be removed')
    })
  }

  // Clients join again after phx_error, and load again after each join.
  const restart = (channel: Channel) => {
    const message = 'Changes may have been missed: join again'
    channel.connection.push(channel, 'system', systemPayload(channel, 'error', message))
    channel.connection.push(channel, 'phx_error', {})
    leave(channel)
  }

  const closeChannel = (channel: Channel, reason: string) => {
    const { connection } = channel
    connection.push(channel, 'system', systemPayload(channel, 'error', reason, 'system'))
    connection.push(channel, 'phx_close', {})
    leave(channel)
  }
  const slowFilters = createSlowFilters()
  const endings = {
    restart,
    close(channel: Channel) {
      slowFilters.add(channel)
      closeChannel(channel, SLOW_FILTER)
    },
  }

  const asking = {
    db,
    catalogue,
    askedAtOnce: config.realtimeConnections,
    statementMs: config.liveStatementMs ?? REALTIME_LIMITS.statementMs,
    log,
  }
  const feed = createChangeFeed(
    db,
    {
      onChanges: (changes) => fanOut(changes, subscriptions, endings, asking),
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
    accounts,
    slowFilters,
    rooms,
    presences,
    publicChannels: config.publicChannels,
    rights: createChannelRights(db, joinConnections(config.realtimeConnections)),
    rightsAgain: createChannelRights(db, joinConnections(config.realtimeConnections), 'live'),
    standingChanges: 0,
    leave,
    restart,
    closeChannel,
  }
}
