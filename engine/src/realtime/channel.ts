import type { Caller } from '../http/caller.ts'
import type { Audience } from './audience.ts'
import type { Binding } from './binding.ts'
import type { ChannelRight } from './channel-rights.ts'
import type { Condition } from './filter.ts'
import type { PhoenixMessage, ProtocolVersion } from './frame.ts'
import type { JoinRequest } from './join-request.ts'

/** What a channel needs of the socket it was joined on. */
export interface ChannelSocket {
  version: ProtocolVersion
  /** The API key of the handshake; it is the credential of channels without a token. */
  apikey: string
  /** The client's, as `limiterKey` writes it. */
  address: string
  isOpen: boolean
  /** Channels by topic. */
  channels: Map<string, Channel>
  /** Sends an encoded frame. */
  sendFrame(frame: Buffer, binary?: boolean): void
  /** Sends everything that `send` sends in one write. */
  together(send: () => void): void
  /** Answers a message. */
  reply(message: PhoenixMessage, status: 'ok' | 'error', response: object): void
  /** Sends an event that answers no message. */
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
  /** The engine checks subscriptions with the same key in one statement: same role, columns and shape of filter. */
  groupKey: string
  /** Within a group, subscriptions with the same key see the same rows. */
  readerKey: string
}

/** A topic that a socket has joined. */
export interface Channel {
  connection: ChannelSocket
  /** With the prefix `realtime:`. */
  topic: string
  joinRef: string | null
  request: JoinRequest
  caller: Caller
  /** The session token behind the caller; undefined when the caller is the socket's API key. */
  token: string | undefined
  subscriptions: readonly Subscription[]
  /** Unique over all engines: other sockets may join the same topic. */
  id: string
  /** Empty for a public channel, unless those are switched on. */
  rights: ReadonlySet<ChannelRight>
  /** The presence that the channel tracks; undefined while it tracks none. */
  presence: { ref: string; meta: object } | undefined
  /** Messages that wait while stored ones are read or rights are checked again; undefined when none have to wait. */
  heldBack: HeldBack[] | undefined
  /** Stored messages are being read; they go out before the held ones. */
  isReplaying: boolean
  /** Resolves when the rights have been checked again; undefined while no check runs. */
  recheck: Promise<void> | undefined
  /** IDs of the stored messages that were replayed, because the held ones may repeat some of them. */
  replayed: ReadonlySet<string>
}

/** An encoded frame that waits to be sent. */
export interface HeldBack {
  /** ID of the stored message in the frame. */
  id: string | undefined
  bytes: Buffer
  binary: boolean
}

const PREFIX = 'realtime:'

/** The name that the client gave the channel; undefined when the topic has another prefix. */
export function channelName(topic: string): string | undefined {
  return topic.startsWith(PREFIX) && topic.length > PREFIX.length ? topic.slice(PREFIX.length) : undefined
}

/** False once the topic was left, or joined again, or the socket is closed. */
export function isJoined(channel: Channel): boolean {
  return channel.connection.channels.get(channel.topic) === channel
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
