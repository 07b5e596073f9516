import type { Caller } from '../http/caller.ts'
import type { Audience } from './audience.ts'
import type { ChannelRight } from './channel-rights.ts'
import type { Condition } from './filter.ts'
import type { PhoenixMessage, ProtocolVersion } from './frame.ts'
import type { Binding, JoinRequest } from './join-request.ts'

/** What a channel needs of the socket it was joined on. */
export interface ChannelSocket {
  version: ProtocolVersion
  /** The key of the handshake, which speaks for channels without a token. */
  apikey: string
  isOpen: boolean
  /** By topic. */
  channels: Map<string, Channel>
  /** Sends finished bytes. */
  sendFrame(frame: Buffer, binary?: boolean): void
  /** Whatever is sent meanwhile goes out in one write. */
  together(send: () => void): void
  /** Answers a message. */
  reply(message: PhoenixMessage, status: 'ok' | 'error', response: object): void
  /** Sends an event of the server's own. */
  push(channel: Pick<Channel, 'joinRef' | 'topic'>, event: string, payload: object): void
}

/** One binding of a joined channel. */
export interface Subscription {
  /** The number that the join reply gave to the binding. */
  id: number
  channel: Channel
  binding: Binding
  conditions: readonly Condition[]
  audience: Audience
  /** Subscriptions with the same key are asked about in one statement: same role, columns and shape of filter. */
  groupKey: string
  /** Within a group, subscriptions with the same key see the same rows. */
  readerKey: string
}

/** A topic that a socket has joined. */
export interface Channel {
  connection: ChannelSocket
  /** With the `realtime:` in front. */
  topic: string
  joinRef: string | null
  request: JoinRequest
  caller: Caller
  /** The session token behind the caller; undefined when the socket's key speaks. */
  token: string | undefined
  subscriptions: readonly Subscription[]
  /** Tells the channel from others of its name, on all engines. */
  id: string
  /** None unless it is private. */
  rights: ReadonlySet<ChannelRight>
  /** What it says of itself; undefined while it is not tracked. */
  presence: { ref: string; meta: object } | undefined
  /** What is said while stored messages are being read; undefined when nothing has to wait. */
  heldBack: HeldBack[] | undefined
  /** Ids of stored messages that it was told: what comes as news may be among them. */
  replayed: ReadonlySet<string>
}

/** A finished frame that waits. */
export interface HeldBack {
  /** Of a stored message. */
  id: string | undefined
  bytes: Buffer
  binary: boolean
}

const PREFIX = 'realtime:'

/** The name that the client gave the channel; undefined when the topic is not one of a channel. */
export function channelName(topic: string): string | undefined {
  return topic.startsWith(PREFIX) && topic.length > PREFIX.length ? topic.slice(PREFIX.length) : undefined
}

/** The payload of a `system` event. */
export function systemPayload(
  channel: Channel,
  status: 'ok' | 'error',
  message: string,
  extension = 'postgres_changes',
) {
  return { extension, status, message, channel: channelName(channel.topic) ?? '' }
}
