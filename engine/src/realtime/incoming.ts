import { CallerError } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import type { PhoenixMessage } from './frame.ts'
import type { Hub } from './hub.ts'
import { join, resolveCaller, sessionToken, subscribe } from './join.ts'
import { CLOSE, REALTIME_LIMITS } from './limits.ts'
import { tokenRefusal } from './token-refusal.ts'

export interface IncomingLimits {
  socketsPerUser: number
  /** Takes one of the joins that all sockets together may make. */
  mayJoin(): boolean
}

/**
 * Handles what a socket sends: one message after the other, so that a leave cannot overtake its join; heartbeats are
 * answered at once.
 */
export function handleMessages(hub: Hub, connection: Connection, limits: IncomingLimits) {
  let waiting = 0
  let queue: Promise<void> = Promise.resolve()
  return (message: PhoenixMessage | undefined) => {
    connection.lastHeardAt = Date.now()
    if (!connection.maySend()) return connection.close(CLOSE.policy, 'too many messages')
    if (!message) return connection.close(CLOSE.policy, 'not a message')
    if (message.topic === 'phoenix' && message.event === 'heartbeat') return connection.reply(message, 'ok', {})
    if (waiting >= REALTIME_LIMITS.waitingMessagesPerSocket) return connection.close(CLOSE.policy, 'too many messages')
    waiting += 1
    queue = queue
      .then(() => handle(hub, connection, message, limits))
      .catch((error: unknown) => hub.log.error({ reason: messageOf(error) }, 'a message failed'))
      .finally(() => {
        waiting -= 1
      })
  }
}

async function handle(hub: Hub, connection: Connection, message: PhoenixMessage, limits: IncomingLimits) {
  if (!connection.isOpen) return
  const { event, topic } = message
  const channel = connection.channels.get(topic)
  if (event === 'phx_join') {
    if (!connection.mayJoin()) return connection.close(CLOSE.policy, 'too many joins')
    if (!channel && connection.channels.size >= REALTIME_LIMITS.channelsPerSocket)
      return connection.close(CLOSE.policy, 'too many channels')
    if (!limits.mayJoin())
      return connection.reply(message, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per second' })
    return await join(hub, connection, message, limits.socketsPerUser)
  }
  if (event === 'phx_leave') {
    connection.reply(message, 'ok', {})
    if (!channel) return
    channel.subscriptions = []
    connection.channels.delete(topic)
    return connection.push(channel, 'phx_close', {})
  }
  if (!channel) return connection.reply(message, 'error', { reason: 'unmatched topic' })
  if (event === 'access_token') return await renewToken(hub, channel, sessionToken(message.payload.access_token))
  if (event === 'broadcast') {
    // Whoever may join a public channel could speak to everybody on it, as anybody.
    if (channel.request.wantsBroadcastAck) refuse(connection, message, 'broadcast')
    return
  }
  refuse(connection, message, event === 'presence' ? 'presence' : `"${event}"`)
}

function refuse(connection: Connection, message: PhoenixMessage, what: string) {
  connection.reply(message, 'error', { reason: `Unauthorized: This channel takes no ${what}` })
}

/** A new token of the client's session; a key or the same token changes nothing. */
async function renewToken(hub: Hub, channel: Channel, token: string | undefined): Promise<void> {
  if (token === undefined || token === channel.token) return
  try {
    const caller = await resolveCaller(hub, channel.connection, token)
    const changed = caller.userId !== channel.caller.userId || caller.role !== channel.caller.role
    channel.token = token
    channel.caller = caller
    if (!changed) return await refreshClaims(hub, channel)
    channel.subscriptions = []
    await refreshClaims(hub, channel)
  } catch (error) {
    if (!(error instanceof CallerError)) throw error
    hub.closeChannel(channel, tokenRefusal(error, token))
  }
}

async function refreshClaims(hub: Hub, channel: Channel): Promise<void> {
  const failure = await subscribe(hub, channel)
  if (failure !== undefined) hub.closeChannel(channel, failure)
}
