import type { ResolvedConfig } from '../config.ts'
import type { Database } from '../db/port.ts'
import type { CallerResolver } from '../http/caller.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Service } from '../http/types.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { startFlusher } from './flusher.ts'
import { createHandshakes } from './handshake.ts'
import { handleBroadcast } from './http-broadcast.ts'
import { createHub, type Hub } from './hub.ts'
import type { IncomingLimits } from './incoming.ts'
import { createJoinLimits } from './join-limits.ts'
import { CLOSE } from './limits.ts'
import { hearMessages } from './message-bus.ts'
import { recheckRights } from './recheck-rights.ts'
import { forgetOldMessages } from './replay.ts'
import { endSilent } from './silence.ts'
import { createTurns } from './turns.ts'
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
const JOINS_PER_TURN = 50

/** Live topics and changes of published tables over WebSockets, in the Phoenix channel protocol. */
export async function createRealtimeService({ config, db, callers, metrics, log }: RealtimeDeps): Promise<Service> {
  const hub = createHub({ db, callers, log }, config)
  const stopListening = await listen(hub)
  const flusher = startFlusher(db, { isHeard: () => hasPrivateChannel(hub), log })
  const stopForgetting = forgetOldMessages(db, log)
  const stopSilence = endSilent(hub.connections)
  const scaled = (count: number) => Math.max(1, Math.round(count * Math.max(1, config.rateLimitScale)))
  const incoming = incomingLimits(config, scaled)
  const handshakes = createHandshakes(`${PREFIX}/websocket`, {
    hub,
    config,
    socketsPerAddress: scaled(config.maxSocketsPerAddress),
    incoming,
    metrics,
  })
  metrics.gauge('bankside_realtime_open', 'Live connections, and channels joined on them.', 'kind', () => ({
    sockets: hub.connections.size,
    channels: [...hub.channels()].length,
  }))

  return {
    prefix: PREFIX,
    handle: async (request) =>
      await handleBroadcast(request, request.path.slice(PREFIX.length), {
        db,
        callers,
        rights: hub.rights,
        publicChannels: hub.publicChannels,
        joins: incoming.joins,
      }),
    upgrade: handshakes.open,
    async close() {
      handshakes.stop()
      stopSilence()
      await flusher.close()
      stopForgetting()
      for (const connection of [...hub.connections]) connection.close(CLOSE.restart, 'the server is restarting')
      await hub.presences.close().catch((error: unknown) => {
        log.debug({ reason: messageOf(error) }, 'presences were not removed and will be swept later')
      })
      await stopListening()
      await hub.feed.close()
      const late = setTimeout(() => {
        for (const connection of hub.connections) connection.terminate()
      }, CLOSING_MS)
      late.unref()
    },
  }
}

/** Listens to notifications that the database sends to all engines. @returns a function that stops listening. */
async function listen(hub: Hub): Promise<() => Promise<void>> {
  const stops = [
    // The next round finds what was missed while the connection was lost.
    await hub.db.listen(CHANGE_CHANNEL, hub.feed.wake, hub.feed.wake),
    await watchTokens(hub),
    await recheckRights(hub),
    await hearMessages(
      hub.db,
      {
        message: hub.rooms.deliver,
        gap() {
          for (const channel of [...hub.channels()]) if (hub.rooms.has(channel)) hub.restart(channel)
        },
      },
      hub.log,
    ),
  ]
  return async () => {
    for (const stop of stops.reverse()) await stop()
  }
}

function hasPrivateChannel(hub: Hub): boolean {
  for (const channel of hub.channels()) if (channel.request.isPrivate) return true
  return false
}

function incomingLimits(config: ResolvedConfig, scaled: (count: number) => number): IncomingLimits {
  return {
    socketsPerUser: scaled(config.maxSocketsPerAccount),
    channelsPerSocket: config.maxChannelsPerSocket,
    joins: createJoinLimits(scaled(config.maxJoinsPerSecond), Math.max(1, config.rateLimitScale)),
    joinTurn: createTurns(JOINS_PER_TURN),
  }
}
