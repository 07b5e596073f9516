import { randomUUID } from 'node:crypto'
import { type Caller, CallerError } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import { audienceOf } from './audience.ts'
import { type Channel, type ChannelSocket, channelName, systemPayload } from './channel.ts'
import { channelRights, NO_RIGHTS } from './channel-rights.ts'
import type { Connection } from './connection.ts'
import type { PhoenixMessage } from './frame.ts'
import type { Hub } from './hub.ts'
import { type Binding, type JoinRequest, readJoin } from './join-request.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { storedMessages, tellReplay } from './replay.ts'
import { bindingId, prepareSubscriptions, SubscriptionError } from './subscription.ts'
import { expiredReason, tokenRefusal } from './token-refusal.ts'

/** A join that is refused; the message is the reply's reason. */
class JoinRefusal extends Error {
  override name = 'JoinRefusal'
}

/**
 * Answers `phx_join`. Joining a topic again on the same socket closes the channel that was there.
 * @param socketsPerUser how many sockets one account may use.
 */
export async function join(
  hub: Hub,
  connection: Connection,
  message: PhoenixMessage,
  socketsPerUser: number,
): Promise<void> {
  const { topic, joinRef } = message
  try {
    const name = channelName(topic)
    if (name === undefined || topic.length > REALTIME_LIMITS.topicLength) throw new JoinRefusal('unmatched topic')
    const request = readJoin(message.payload)
    if (typeof request === 'string') throw new JoinRefusal(request)
    const token = sessionToken(request.accessToken)
    const caller = await resolveCaller(hub, connection, token)
    if (caller.userId !== undefined && !connectionFits(hub, connection, caller.userId, socketsPerUser))
      throw new JoinRefusal(`ConnectionRateLimitReached: At most ${socketsPerUser} connections per account`)

    const rights = request.isPrivate ? await channelRights(hub.db, name, caller) : NO_RIGHTS
    if (request.isPrivate && !mayHear(rights)) throw new JoinRefusal(unauthorized(name))

    const before = connection.channels.get(topic)
    if (before) {
      hub.leave(before)
      connection.push(before, 'phx_close', {})
    }
    const who = { id: randomUUID(), caller, token, rights, presence: undefined, replayed: new Set<string>() }
    const channel: Channel = { connection, topic, joinRef, request, subscriptions: [], heldBack: undefined, ...who }
    connection.channels.set(topic, channel)
    const failure = await within(request.waitMs, subscribe(hub, channel))
    if (!connection.isOpen || connection.channels.get(topic) !== channel) return
    if (failure !== undefined && request.waitMs !== undefined) {
      hub.leave(channel)
      throw new JoinRefusal(
        failure === TIMEOUT
          ? 'PostgresChangesSubscribeTimeout: Changes could not be followed in time'
          : `RealtimeDisabledForConfiguration: ${failure}`,
      )
    }
    const stored = await enterRoom(hub, channel)
    if (!connection.isOpen || connection.channels.get(topic) !== channel) return
    connection.reply(message, 'ok', { postgres_changes: request.bindings.map(withId) })
    announce(channel, request, failure)
    if (stored) tellReplay(channel, stored)
    await welcome(hub, channel)
  } catch (error) {
    const reason = reasonOf(error, message.payload.access_token)
    if (reason === undefined) {
      hub.log.warn({ reason: messageOf(error) }, 'a join failed')
      const failed = connection.channels.get(topic)
      if (failed?.joinRef === joinRef) hub.leave(failed)
    }
    connection.reply(message, 'error', {
      reason: reason ?? 'DatabaseUnavailable: Changes cannot be followed right now',
    })
  }
}

const TIMEOUT = 'timeout'

async function within(ms: number | undefined, work: Promise<string | undefined>): Promise<string | undefined> {
  if (ms === undefined) return await work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(TIMEOUT), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // What fails after the time is up has nobody to tell.
    work.catch(() => {})
  }
}

/** The token of an account; undefined when none was given or only a key, which says nothing new. */
export function sessionToken(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : undefined
}

/** @throws {CallerError} for a token that must not be accepted; a channel gets no grace after the expiry. */
export async function resolveCaller(
  hub: Hub,
  { apikey }: Pick<ChannelSocket, 'apikey'>,
  token: string | undefined,
): Promise<Caller> {
  const authorization = token === undefined ? undefined : `Bearer ${token}`
  const caller = await hub.callers.resolve({ apikey, authorization })
  const { exp } = caller.claims
  if (typeof exp === 'number' && exp * 1000 <= Date.now()) throw new CallerError('expired', 'JWT expired')
  return caller
}

/**
 * Starts the capture for the channel's bindings as its present caller.
 * @returns why it cannot be, in words for the client.
 */
export async function subscribe(hub: Hub, channel: Channel): Promise<string | undefined> {
  const { bindings } = channel.request
  if (bindings.length === 0) return undefined
  const { caller } = channel
  try {
    const subscriptions = await prepareSubscriptions(channel, bindings, audienceOf(caller), hub)
    // From here on every commit is seen, and so nothing falls between the reply and the first change.
    await hub.feed.start()
    // Somebody else may speak for the channel by now.
    if (channel.caller === caller) channel.subscriptions = subscriptions
    return undefined
  } catch (error) {
    channel.subscriptions = []
    if (error instanceof SubscriptionError) return error.message
    throw error
  }
}

function announce(channel: Channel, request: JoinRequest, failure: string | undefined): void {
  const { connection } = channel
  if (request.bindings.length > 0)
    connection.push(
      channel,
      'system',
      failure === undefined
        ? systemPayload(channel, 'ok', 'Subscribed to PostgreSQL')
        : systemPayload(channel, 'error', failure),
    )
}

/**
 * Lets a private channel hear what is said from here on. Whoever wants to be told of what was said before hears it
 * first, and nothing is lost or told twice in between.
 * @returns what was said before.
 */
async function enterRoom(hub: Hub, channel: Channel) {
  const { request, rights } = channel
  if (!request.isPrivate) return undefined
  const wanted = rights.has('hear broadcast') ? request.replay : undefined
  if (wanted) channel.heldBack = []
  hub.rooms.enter(channel)
  if (!wanted) return undefined
  try {
    return await storedMessages(hub.db, channel, wanted)
  } catch (error) {
    hub.log.warn({ reason: messageOf(error) }, 'stored messages could not be read')
    hub.leave(channel)
    throw new JoinRefusal('UnableToReplayMessages: Realtime was unable to replay messages')
  }
}

/** Tells whoever asks who is present. */
async function welcome(hub: Hub, channel: Channel): Promise<void> {
  const { connection, request, rights } = channel
  if (!request.wantsPresence) return
  if (!rights.has('hear presence')) return connection.push(channel, 'presence_state', {})
  try {
    connection.push(channel, 'presence_state', await hub.presences.state(channel))
  } catch (error) {
    hub.log.warn({ reason: messageOf(error) }, 'presences could not be read')
    hub.restart(channel)
  }
}

/** Nobody is let in who would hear nothing. */
export function mayHear(rights: Channel['rights']): boolean {
  return rights.has('hear broadcast') || rights.has('hear presence')
}

/** Why somebody does not get into a private channel, in upstream's words. */
export function unauthorized(name: string): string {
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
}

function connectionFits(hub: Hub, connection: Connection, userId: string, limit: number): boolean {
  const sockets = hub.socketsOf(userId)
  return sockets.has(connection) || sockets.size < limit
}

function withId(binding: Binding) {
  return { ...binding.sent, id: bindingId(binding) }
}

function reasonOf(error: unknown, token: unknown): string | undefined {
  if (error instanceof JoinRefusal) return error.message
  if (error instanceof CallerError) return tokenRefusal(error, typeof token === 'string' ? token : undefined)
  return undefined
}

/** Why a channel's token no longer holds; undefined while it does. */
export function expiry({ caller }: Channel, now: number): string | undefined {
  const { exp } = caller.claims
  return typeof exp === 'number' && exp * 1000 <= now ? expiredReason(exp, now) : undefined
}
