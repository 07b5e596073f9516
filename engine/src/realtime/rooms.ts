import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type Channel, channelName } from './channel.ts'
import { encodeBroadcast, encodeFrame, type ProtocolVersion } from './frame.ts'
import type { MessageHead } from './message-bus.ts'
import { createSlices } from './slices.ts'

/** Messages, and their length in characters, that one channel gets in one write. */
const TOGETHER = 64
const TOGETHER_LENGTH = 64 * 1024
/** Above this number of waiting messages the room sends without pauses. */
const MOST_WAITING = 1_000

interface Frame {
  bytes: Buffer
  binary: boolean
}

interface Message {
  /** Position among the messages of its room. */
  number: number
  head: MessageHead
  body: string
  /** Encoded once for each protocol version; undefined where the version has no form for it. */
  frames: Map<ProtocolVersion, Frame | undefined>
}

interface Room {
  /** With the number of the last message before the channel entered: it receives later ones only. */
  channels: Map<Channel, number>
  /** Number of the last message. */
  said: number
  waiting: Message[]
  isSending: boolean
}

/** The channels with messages that are joined on this engine, by name; public ones are apart from private ones. */
export interface Rooms {
  enter(channel: Channel): void
  leave(channel: Channel): void
  has(channel: Channel): boolean
  /** Sends a message to the channels that may receive it: after earlier ones of the same name, and soon. */
  deliver(head: MessageHead, body: string): void
  readonly isEmpty: boolean
}

export function createRooms(log: Pick<Logger, 'warn'>): Rooms {
  const rooms = new Map<string, Room>()
  const keyOf = (name: string, isPublic: boolean) => `${isPublic ? 'public' : 'private'}:${name}`
  const nameOf = ({ topic, request }: Channel) => keyOf(channelName(topic) ?? '', !request.isPrivate)

  return {
    enter(channel) {
      const name = nameOf(channel)
      const room = rooms.get(name) ?? { channels: new Map<Channel, number>(), said: 0, waiting: [], isSending: false }
      room.channels.set(channel, room.said)
      rooms.set(name, room)
    },
    leave(channel) {
      const name = nameOf(channel)
      const room = rooms.get(name)
      room?.channels.delete(channel)
      if (room?.channels.size === 0) rooms.delete(name)
    },
    has: (channel) => rooms.get(nameOf(channel))?.channels.has(channel) ?? false,
    deliver(head, body) {
      const room = rooms.get(keyOf(head.topic, head.private === false))
      if (!room) return
      room.said += 1
      room.waiting.push({ number: room.said, head, body, frames: new Map() })
      if (room.isSending) return
      sendWaiting(room).catch((error: unknown) => {
        log.warn({ reason: messageOf(error) }, 'messages could not be passed on')
      })
    },
    get isEmpty() {
      return rooms.size === 0
    },
  }
}

/**
 * Sends what waits to every channel of the room, in slices, so that requests do not wait for thousands of sockets. What
 * arrives meanwhile goes out together in the next pass: under load, a socket gets several messages in one write.
 */
async function sendWaiting(room: Room): Promise<void> {
  const pause = createSlices()
  room.isSending = true
  try {
    while (room.waiting.length > 0) {
      const messages = takeTogether(room.waiting)
      const first = pause(messages.reduce((sum, { body }) => sum + body.length, 0))
      if (first) await first
      // Channels that leave are skipped; those that enter meanwhile come at the end, with a later number.
      for (const [channel, since] of room.channels) {
        sendTo(channel, since, messages)
        // Without pauses no further messages are read: the database keeps them until these are sent.
        const turn = room.waiting.length < MOST_WAITING ? pause() : undefined
        if (turn) await turn
      }
    }
  } finally {
    room.isSending = false
  }
}

/** Takes the messages of the next pass, oldest first. */
function takeTogether(waiting: Message[]): Message[] {
  let length = 0
  const end = waiting.findIndex(({ body }, place) => {
    length += body.length
    return place > 0 && (place >= TOGETHER || length > TOGETHER_LENGTH)
  })
  return waiting.splice(0, end < 0 ? waiting.length : end)
}

function sendTo(channel: Channel, since: number, messages: readonly Message[]): void {
  const sendAll = () => {
    for (const message of messages) sendOne(channel, since, message)
  }
  if (messages.length === 1) sendAll()
  else channel.connection.together(sendAll)
}

function sendOne(channel: Channel, since: number, { number, head, body, frames }: Message): void {
  if (number <= since || !mayHear(channel, head)) return
  const { connection, heldBack } = channel
  const { version } = connection
  if (!frames.has(version)) frames.set(version, frameOf(version, head, body))
  const frame = frames.get(version)
  if (!frame || (head.id !== undefined && channel.replayed.has(head.id))) return
  if (heldBack) heldBack.push({ id: head.id, ...frame })
  else connection.sendFrame(frame.bytes, frame.binary)
}

function mayHear({ id, rights, request }: Channel, { kind, from }: MessageHead): boolean {
  if (kind === 'presence') return request.wantsPresence && rights.has('hear presence')
  return rights.has('hear broadcast') && (from !== id || request.hearsItself)
}

function frameOf(version: ProtocolVersion, head: MessageHead, body: string) {
  const topic = `realtime:${head.topic}`
  const { kind, event = '', id } = head
  // Version 1 has no binary frames.
  if (head.binary) {
    const meta = id === undefined ? '' : JSON.stringify({ id })
    const bytes = version === 2 ? encodeBroadcast(topic, event, Buffer.from(body, 'base64'), meta) : undefined
    return bytes && { bytes, binary: true }
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
