import { CallerError } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import { audienceOf } from './audience.ts'
import { sayBroadcast } from './broadcast.ts'
import { type Channel, type ChannelSocket, channelName, isJoined } from './channel.ts'
import {
  bindingsRefusal,
  connectionFits,
  mayHear,
  presentRights,
  resolveCaller,
  sessionToken,
  tooManySockets,
  unauthorized,
} from './channel-access.ts'
import type { Connection } from './connection.ts'
import { subscribe } from './follow-changes.ts'
import type { PhoenixMessage } from './frame.ts'
import type { Hub } from './hub.ts'
import { type AdmissionLimits, join } from './join.ts'
import { TOO_MANY_JOINS } from './join-refusal.ts'
import { CLOSE, REALTIME_LIMITS } from './limits.ts'
import { isName } from './name.ts'
import { tokenRefusal } from './token-refusal.ts'

export interface IncomingLimits extends AdmissionLimits {
  channelsPerSocket: number
  /** To await before a join: thousands that come together after an interruption must not hold up requests. */
  joinTurn(): Promise<void> | undefined
}

/**
 * Handles what a socket sends, one message after the other, so that a leave cannot overtake its join. Heartbeats are
 * answered at once.
 */
export function handleMessages(hub: Hub, connection: Connection, limits: IncomingLimits) {
  let waiting = 0
  let queue: Promise<void> = Promise.resolve()
  return (message: PhoenixMessage | undefined) => {
    connection.lastHeardAt = performance.now()
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
    if (!channel && connection.channels.size >= limits.channelsPerSocket)
      return connection.close(CLOSE.policy, 'too many channels')
    await limits.joinTurn()
    return await join(hub, connection, message, limits)
  }
  if (event === 'phx_leave') {
    connection.reply(message, 'ok', {})
    if (!channel) return
    hub.leave(channel)
    return connection.push(channel, 'phx_close', {})
  }
  if (!channel) return connection.reply(message, 'error', { reason: 'unmatched topic' })
  if (event === 'access_token')
    return await renewToken(hub, channel, sessionToken(message.payload.access_token), limits)
  if (event === 'broadcast') return await say(hub, channel, message)
  if (event === 'presence') return await changePresence(hub, channel, message)
  refuse(connection, message, `"${event}"`)
}

/**
 * Unless public channels are switched on, only private ones accept broadcasts: on a public one any member could send
 * anything in another's name.
 */
async function say(hub: Hub, channel: Channel, message: PhoenixMessage): Promise<void> {
  while (channel.recheck) await channel.recheck
  const { connection, request, rights, id } = channel
  const asksForAnswer = request.wantsBroadcastAck
  if (!request.isPrivate && !hub.publicChannels)
    return asksForAnswer ? refuse(connection, message, 'broadcast') : undefined
  const { event, payload } = message.payload
  // As upstream: a broadcast without the right is dropped without an answer.
  if (!rights.has('speak broadcast') || typeof event !== 'string') return
  if (!isName(event)) return refuse(connection, message, 'event of this name')
  const about = { name: channelName(channel.topic) ?? '', isPrivate: request.isPrivate }
  await sayBroadcast(hub.db, about, { event, payload }, id)
  if (asksForAnswer) connection.reply(message, 'ok', {})
}

async function changePresence(hub: Hub, channel: Channel, message: PhoenixMessage): Promise<void> {
  while (channel.recheck) await channel.recheck
  const { connection, rights } = channel
  if (!rights.has('speak presence')) return refuse(connection, message, 'presence')
  const { event, payload } = message.payload
  const meta = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {}
  if (String(event).toLowerCase() === 'untrack') await hub.presences.untrack(channel)
  else if (!(await hub.presences.track(channel, meta)))
    return connection.reply(message, 'error', { reason: 'ClientPresenceRateLimitReached: Too many presence events' })
  connection.reply(message, 'ok', {})
}

function refuse(connection: Pick<ChannelSocket, 'reply'>, message: PhoenixMessage, what: string) {
  connection.reply(message, 'error', { reason: `Unauthorized: This channel takes no ${what}` })
}

/**
 * Accepts a new token of the client's session; an API key or the same token changes nothing. Where rights are asked for
 * it, or for another account, it counts as a join: two tokens in turns would be questions without end.
 */
async function renewToken(
  hub: Hub,
  channel: Channel,
  token: string | undefined,
  { joins, socketsPerUser }: AdmissionLimits,
): Promise<void> {
  if (token === undefined || token === channel.token) return
  try {
    const caller = await resolveCaller(hub, channel.connection, token)
    const changed = caller.userId !== channel.caller.userId || caller.role !== channel.caller.role
    const name = channelName(channel.topic) ?? ''
    // Sessions of one account see the same rows.
    const seesTheSame = audienceOf(caller).key === audienceOf(channel.caller).key
    const asks = channel.request.isPrivate || changed || !seesTheSame
    if (asks && joins.refusal({ address: channel.connection.address, caller }))
      return hub.closeChannel(channel, TOO_MANY_JOINS)
    const rights = channel.request.isPrivate ? await presentRights(hub, name, caller) : channel.rights
    if (!connectionFits(hub, channel.connection, caller, socketsPerUser))
      return hub.closeChannel(channel, tooManySockets(socketsPerUser))
    const tooMuch = changed ? bindingsRefusal(hub, channel.connection, caller, channel.request) : undefined
    if (tooMuch !== undefined) return hub.closeChannel(channel, tooMuch)
    channel.token = token
    channel.caller = caller
    // The channel may have been left while its rights were read.
    if (isJoined(channel)) hub.accounts.enter(channel)
    channel.rights = rights
    if (channel.request.isPrivate && !mayHear(rights)) return hub.closeChannel(channel, unauthorized(name))
    if (seesTheSame && channel.subscriptions.length > 0) return
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
