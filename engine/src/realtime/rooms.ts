import type { Channel } from './channel.ts'
import { channelName } from './channel.ts'
import { encodeBroadcast, encodeFrame, type ProtocolVersion } from './frame.ts'
import type { MessageHead } from './message-bus.ts'

const LONGEST_NAME = 255

/** The private channels that are joined on this engine, by name. */
export interface Rooms {
  enter(channel: Channel): void
  leave(channel: Channel): void
  has(channel: Channel): boolean
  /** Passes a message on to whoever may hear it. */
  deliver(head: MessageHead, body: string): void
  readonly isEmpty: boolean
}

export function createRooms(): Rooms {
  const rooms = new Map<string, Set<Channel>>()
  const nameOf = ({ topic }: Channel) => channelName(topic) ?? ''

  const deliver = (head: MessageHead, body: string) => {
    const frames = new Map<ProtocolVersion, { bytes: Buffer; binary: boolean } | undefined>()
    for (const channel of rooms.get(head.topic) ?? []) {
      if (!mayHear(channel, head)) continue
      const { connection } = channel
      if (!frames.has(connection.version)) frames.set(connection.version, frameOf(connection.version, head, body))
      const frame = frames.get(connection.version)
      if (!frame || (head.id !== undefined && channel.replayed.has(head.id))) continue
      if (channel.heldBack) channel.heldBack.push({ id: head.id, ...frame })
      else connection.sendFrame(frame.bytes, frame.binary)
    }
  }

  return {
    enter(channel) {
      const name = nameOf(channel)
      rooms.set(name, (rooms.get(name) ?? new Set()).add(channel))
    },
    leave(channel) {
      const name = nameOf(channel)
      const room = rooms.get(name)
      room?.delete(channel)
      if (room?.size === 0) rooms.delete(name)
    },
    has: (channel) => rooms.get(nameOf(channel))?.has(channel) ?? false,
    deliver,
    get isEmpty() {
      return rooms.size === 0
    },
  }
}

function mayHear({ id, rights, request }: Channel, { kind, from, private: isPrivate }: MessageHead): boolean {
  if (kind === 'presence') return request.wantsPresence && rights.has('hear presence')
  return isPrivate === true && rights.has('hear broadcast') && (from !== id || request.hearsItself)
}

function frameOf(version: ProtocolVersion, head: MessageHead, body: string) {
  const topic = `realtime:${head.topic}`
  const { kind, event = '', id } = head
  // The older protocol has no form for bytes, and the newer one none for names that are longer.
  if (head.binary) {
    const fits = version === 2 && [topic, event].every((name) => Buffer.byteLength(name) <= LONGEST_NAME)
    return fits ? { bytes: encodeBroadcast(topic, event, Buffer.from(body, 'base64')), binary: true } : undefined
  }
  const about = { joinRef: null, ref: null, topic }
  const text =
    kind === 'presence'
      ? encodeFrame(version, { ...about, event: 'presence_diff' }, body)
      : encodeFrame(
          version,
          { ...about, event: 'broadcast' },
          `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body}${id === undefined ? '' : `,"meta":{"id":${JSON.stringify(id)}}`}}`,
        )
  return { bytes: Buffer.from(text), binary: false }
}
