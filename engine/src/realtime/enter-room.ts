import { messageOf } from '../kernel/errors.ts'
import type { Channel } from './channel.ts'
import type { Hub } from './hub.ts'
import { JoinRefusal } from './join-refusal.ts'
import { storedMessages } from './replay.ts'

/**
 * Subscribes a channel that may hear any to messages from now on. A client that asks for earlier messages receives them first;
 * no message in between is lost or sent twice.
 * @returns the earlier messages.
 * @throws {JoinRefusal} when they cannot be read.
 */
export async function enterRoom(hub: Hub, channel: Channel) {
  const { request, rights } = channel
  if (!request.isPrivate && !hub.publicChannels) return undefined
  const wanted = rights.has('hear broadcast') ? request.replay : undefined
  if (wanted) {
    channel.heldBack ??= []
    channel.isReplaying = true
  }
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

/** Sends the current presences to a channel that asked for them. */
export async function welcome(hub: Hub, channel: Channel): Promise<void> {
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
