import { messageOf } from '../kernel/errors.ts'
import { type Channel, channelName, isJoined } from './channel.ts'
import { mayHear, unauthorized } from './channel-access.ts'
import type { Hub } from './hub.ts'

/** The payload is the ID of an account whose standing has changed. */
const RECHECK_CHANNEL = 'realtime_recheck'

/**
 * Checks the rights on an account's private channels again as soon as the database announces a change of its standing.
 * Messages on these channels wait meanwhile: they are delivered if the rights are the same, and dropped otherwise.
 * @returns a function that stops listening.
 */
export async function recheckRights(hub: Hub): Promise<() => Promise<void>> {
  const onStanding = (userId: string) => {
    hub.standingChanges += 1
    for (const channel of [...hub.channels()])
      if (channel.request.isPrivate && channel.caller.userId === userId) recheck(hub, channel)
  }
  // After a gap every private channel is joined again, which checks its rights.
  return await hub.db.listen(RECHECK_CHANNEL, onStanding, () => {})
}

function recheck(hub: Hub, channel: Channel): void {
  channel.heldBack ??= []
  const current = ask(hub, channel, channel.recheck).then(() => {
    if (channel.recheck !== current) return
    channel.recheck = undefined
    if (!channel.isReplaying) release(channel)
  })
  channel.recheck = current
}

async function ask(hub: Hub, channel: Channel, before: Promise<void> | undefined): Promise<void> {
  await before
  if (!isJoined(channel)) return
  const name = channelName(channel.topic) ?? ''
  try {
    const rights = await hub.rightsAgain(name, channel.caller)
    if (!isJoined(channel)) return
    if (!mayHear(rights)) return hub.closeChannel(channel, unauthorized(name))
    // Held messages were meant for the earlier rights. A client that joins again is checked again and loads again.
    if (!isEqual(rights, channel.rights)) hub.restart(channel)
  } catch (error) {
    hub.log.warn({ reason: messageOf(error) }, 'the rights on a channel could not be checked again')
    if (isJoined(channel)) hub.restart(channel)
  }
}

function release(channel: Channel): void {
  const { heldBack = [], connection } = channel
  channel.heldBack = undefined
  if (!isJoined(channel)) return
  for (const { bytes, binary } of heldBack) connection.sendFrame(bytes, binary)
}

const isEqual = (left: Channel['rights'], right: Channel['rights']) =>
  left.size === right.size && [...left].every((one) => right.has(one))
