import type { Channel, ChannelSocket } from './channel.ts'

/** Which sockets each account has joined channels on: every join asks, so looking through all channels is too slow. */
export interface Accounts {
  /** Counts the channel for its caller's account; again, when the caller has changed. */
  enter(channel: Channel): void
  leave(channel: Channel): void
  /** Sockets on which the account has joined a channel. */
  socketsOf(userId: string): ReadonlySet<ChannelSocket>
}

const NONE: ReadonlySet<ChannelSocket> = new Set()

export function createAccounts(): Accounts {
  const entered = new Map<Channel, string>()
  const channels = new Map<string, Set<Channel>>()

  const leave = (channel: Channel) => {
    const userId = entered.get(channel)
    if (userId === undefined) return
    entered.delete(channel)
    const own = channels.get(userId)
    own?.delete(channel)
    if (own?.size === 0) channels.delete(userId)
  }

  return {
    enter(channel) {
      leave(channel)
      const { userId } = channel.caller
      if (userId === undefined) return
      entered.set(channel, userId)
      const own = channels.get(userId)
      if (own) own.add(channel)
      else channels.set(userId, new Set([channel]))
    },
    leave,
    socketsOf(userId) {
      const own = channels.get(userId)
      return own ? new Set([...own].map(({ connection }) => connection)) : NONE
    },
  }
}
