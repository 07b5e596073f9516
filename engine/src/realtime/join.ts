import { randomUUID } from 'node:crypto'
import { type Caller, CallerError } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Binding } from './binding.ts'
import { type Channel, channelName, isJoined, systemPayload } from './channel.ts'
import {
  bindingsRefusal,
  connectionFits,
  mayHear,
  presentRights,
  refuseEndedCaller,
  resolveCaller,
  sessionToken,
  tooManySockets,
  unauthorized,
} from './channel-access.ts'
import { ALL_RIGHTS, NO_RIGHTS } from './channel-rights.ts'
import type { Connection } from './connection.ts'
import { enterRoom, welcome } from './enter-room.ts'
import { subscribeWithin, TIMEOUT } from './follow-changes.ts'
import type { PhoenixMessage } from './frame.ts'
import type { Hub } from './hub.ts'
import type { JoinLimits } from './join-limits.ts'
import { JoinRefusal, TOO_MANY_JOINS } from './join-refusal.ts'
import { type JoinRequest, readJoin } from './join-request.ts'
import { CLOSE } from './limits.ts'
import { isName } from './name.ts'
import { tellReplay } from './replay.ts'
import { bindingId } from './subscription.ts'
import { tokenRefusal } from './token-refusal.ts'

/** The limits that depend on who joins. */
export interface AdmissionLimits {
  /** How many sockets one account may use. */
  socketsPerUser: number
  joins: JoinLimits
}

/** Answers `phx_join`. Joining a topic again on the same socket closes the earlier channel. */
export async function join(
  hub: Hub,
  connection: Connection,
  message: PhoenixMessage,
  limits: AdmissionLimits,
): Promise<void> {
  const { topic, joinRef } = message
  try {
    const { request, ...admitted } = await admit(hub, connection, message, limits)
    if (!connection.isOpen) return
    // Other sockets of the account may have joined while the rights were read.
    refuseTooMany(hub, connection, admitted.caller, limits.socketsPerUser)
    const before = connection.channels.get(topic)
    if (before) {
      hub.leave(before)
      connection.push(before, 'phx_close', {})
    }
    const tooMuch = bindingsRefusal(hub, connection, admitted.caller, request)
    if (tooMuch !== undefined) throw new JoinRefusal(tooMuch)
    const channel = newChannel(connection, message, request, admitted)
    connection.channels.set(topic, channel)
    hub.accounts.enter(channel)
    await refuseEnded(hub, channel)
    const failure = await subscribeWithin(hub, channel)
    if (!(connection.isOpen && isJoined(channel))) return
    if (failure !== undefined && request.waitMs !== undefined) {
      hub.leave(channel)
      throw new JoinRefusal(
        failure === TIMEOUT
          ? 'PostgresChangesSubscribeTimeout: Changes could not be followed in time'
          : `RealtimeDisabledForConfiguration: ${failure}`,
      )
    }
    const stored = await enterRoom(hub, channel)
    while (channel.recheck) await channel.recheck
    if (!(connection.isOpen && isJoined(channel))) return
    connection.reply(message, 'ok', { postgres_changes: request.bindings.map(withId) })
    announce(channel, failure)
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

const NONE_REPLAYED: ReadonlySet<string> = new Set()

/** The caller of a new channel, and its rights. */
type Admitted = Pick<Channel, 'caller' | 'token' | 'rights'>

/**
 * Reads a join and checks whether it is allowed.
 * @throws {JoinRefusal} for a topic, a request, an account or a channel that does not allow it.
 * @throws {CallerError} for a token that must not be accepted.
 */
async function admit(
  hub: Hub,
  connection: Connection,
  { topic, payload }: PhoenixMessage,
  limits: AdmissionLimits,
): Promise<Admitted & { request: JoinRequest }> {
  const name = channelName(topic)
  if (name === undefined || !isName(topic)) throw new JoinRefusal('unmatched topic')
  const request = readJoin(payload)
  if (typeof request === 'string') throw new JoinRefusal(request)
  const token = sessionToken(request.accessToken)
  const caller = await resolveCaller(hub, connection, token).catch((error: unknown) => {
    // A client that sends no valid token is a guest.
    if (error instanceof CallerError) refuseTooOften(connection, undefined, limits.joins)
    throw error
  })
  refuseTooOften(connection, caller, limits.joins)
  refuseTooMany(hub, connection, caller, limits.socketsPerUser)
  const openRights = hub.publicChannels ? ALL_RIGHTS : NO_RIGHTS
  const rights = request.isPrivate ? await presentRights(hub, name, caller) : openRights
  if (request.isPrivate && !mayHear(rights)) throw new JoinRefusal(unauthorized(name))
  return { request, token, caller, rights }
}

/** @throws {JoinRefusal} */
function refuseTooOften(connection: Connection, caller: Caller | undefined, joins: JoinLimits): void {
  const refusal = joins.refusal({ address: connection.address, caller })
  if (refusal === undefined) return
  // The shared limit also refuses clients that have not exceeded a limit of their own.
  if (refusal === 'own' && !connection.mayBeRefused()) connection.close(CLOSE.policy, 'too many joins')
  throw new JoinRefusal(TOO_MANY_JOINS)
}

/** @throws {JoinRefusal} */
function refuseTooMany(hub: Hub, connection: Connection, caller: Caller, socketsPerUser: number): void {
  if (!connectionFits(hub, connection, caller, socketsPerUser)) throw new JoinRefusal(tooManySockets(socketsPerUser))
}

function newChannel(
  connection: Connection,
  { topic, joinRef }: PhoenixMessage,
  request: JoinRequest,
  admitted: Admitted,
): Channel {
  const { caller, token, rights } = admitted
  return {
    connection,
    topic,
    joinRef,
    request,
    caller,
    token,
    rights,
    subscriptions: [],
    // Copied, because Node puts a UUID together from twenty parts, which stay in memory.
    id: Buffer.from(randomUUID()).toString(),
    heldBack: undefined,
    isReplaying: false,
    recheck: undefined,
    presence: undefined,
    replayed: NONE_REPLAYED,
  }
}

/**
 * The session may have ended while the rights were read. From here on the channel is known, and is closed when it does.
 * @throws {CallerError}
 */
async function refuseEnded(hub: Hub, channel: Channel): Promise<void> {
  try {
    await refuseEndedCaller(hub, channel)
  } catch (error) {
    hub.leave(channel)
    throw error
  }
}

function announce(channel: Channel, failure: string | undefined): void {
  const { connection, request } = channel
  if (request.bindings.length > 0)
    connection.push(
      channel,
      'system',
      failure === undefined
        ? systemPayload(channel, 'ok', 'Subscribed to PostgreSQL')
        : systemPayload(channel, 'error', failure),
    )
  // The channel is in its room by now, and the engine hears the messages of the database from its start.
  if (request.wantsReady)
    connection.push(channel, 'system', systemPayload(channel, 'ok', 'Replication connection established', 'system'))
}

function withId(binding: Binding) {
  return { ...binding.sent, id: bindingId(binding) }
}

function reasonOf(error: unknown, token: unknown): string | undefined {
  if (error instanceof JoinRefusal) return error.message
  if (error instanceof CallerError) return tokenRefusal(error, typeof token === 'string' ? token : undefined)
  return undefined
}
