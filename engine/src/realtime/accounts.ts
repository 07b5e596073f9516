import { type BindingCosts, sumOf } from './binding-costs.ts'
import type { Channel, ChannelSocket } from './channel.ts'

/**
 * Which channels each account, and the guests of each address, have joined: every join asks, so looking through all
 * channels is too slow.
 */
export interface Accounts {
  /** Counts the channel for its caller; again, when the caller has changed. */
  enter(channel: Channel): void
  leave(channel: Channel): void
  /** Sockets on which the account has joined a channel. */
  socketsOf(userId: string): ReadonlySet<ChannelSocket>
  /** The costs of all channels that the account, or the guests of the address, have joined. */
  costsOf(caller: Party): BindingCosts
}

/** Who joins: guests are known by their address only. */
export interface Party {
  userId: string | undefined
  address: string
}

/** A name for an account, or for the guests of an address. */
export const partyKey = ({ userId, address }: Party) => userId ?? `guests of ${address}`

/** Who has joined the channel, as a key. */
export const partyOf = ({ caller, connection }: Pick<Channel, 'caller' | 'connection'>) =>
  partyKey({ userId: caller.userId, address: connection.address })

const NONE: ReadonlySet<ChannelSocket> = new Set()

export function createAccounts(): Accounts {
  const entered = new Map<Channel, string>()
  const channels = new Map<string, Set<Channel>>()

  const leave = (channel: Channel) => {
    const party = entered.get(channel)
    if (party === undefined) return
    entered.delete(channel)
    const own = channels.get(party)
    own?.delete(channel)
    if (own?.size === 0) channels.delete(party)
  }

  return {
    enter(channel) {
      leave(channel)
      const party = partyOf(channel)
      entered.set(channel, party)
      const own = channels.get(party)
      if (own) own.add(channel)
      else channels.set(party, new Set([channel]))
    },
    leave,
    socketsOf(userId) {
      const own = channels.get(userId)
      return own ? new Set([...own].map(({ connection }) => connection)) : NONE
    },
    costsOf(party) {
      return sumOf([...(channels.get(partyKey(party)) ?? [])].map(({ request }) => request.costs))
    },
  }
}
