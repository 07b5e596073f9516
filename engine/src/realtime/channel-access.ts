import { type Caller, CallerError } from '../http/caller.ts'
import { sumOf, tooExpensive } from './binding-costs.ts'
import type { Channel, ChannelSocket } from './channel.ts'
import type { Hub } from './hub.ts'
import type { JoinRequest } from './join-request.ts'
import { SLOW_FILTER } from './slow-filters.ts'
import { expiredReason } from './token-refusal.ts'

/** The token of an account; undefined when the client sent none or only an API key, which changes nothing. */
export function sessionToken(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : undefined
}

/**
 * The caller of a channel: the session of its token, else the API key of its socket.
 * @throws {CallerError} for a token that must not be accepted; a channel gets no grace after the expiry.
 */
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
 * Checks the caller of a channel again, if it can end: a socket's API key may be the token of a session, too.
 * @throws {CallerError}
 */
export async function refuseEndedCaller(hub: Hub, { caller, connection, token }: Channel): Promise<void> {
  if (token === undefined && caller.claims.session_id === undefined) return
  await resolveCaller(hub, connection, token)
}

/** Why a channel's token is no longer valid; undefined while it is. @param now milliseconds since the epoch. */
export function expiry({ caller }: Channel, now: number): string | undefined {
  const { exp } = caller.claims
  return typeof exp === 'number' && exp * 1000 <= now ? expiredReason(exp, now) : undefined
}

/** The current rights; they are read again if an account's standing changes in the meantime. */
export async function presentRights(hub: Hub, name: string, caller: Caller): Promise<Channel['rights']> {
  for (;;) {
    const before = hub.standingChanges
    const rights = await hub.rights(name, caller)
    if (before === hub.standingChanges) return rights
  }
}

/** A caller who could receive nothing on the channel may not join it. */
export function mayHear(rights: Channel['rights']): boolean {
  return rights.has('hear broadcast') || rights.has('hear presence')
}

/** The reason for refusing a join of a private channel, in upstream's text. */
export function unauthorized(name: string): string {
  return `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`
}

/** Whether a socket may be one of the caller's, if it is an account. @param limit sockets of one account. */
export function connectionFits(hub: Hub, connection: ChannelSocket, { userId }: Caller, limit: number): boolean {
  if (userId === undefined) return true
  const sockets = hub.accounts.socketsOf(userId)
  return sockets.has(connection) || sockets.size < limit
}

/** The reason for refusing one more socket of an account. */
export function tooManySockets(limit: number): string {
  return `ConnectionRateLimitReached: At most ${limit} connections per account`
}

/** Why the caller may not have these bindings too; undefined when it may. */
export function bindingsRefusal(
  hub: Hub,
  { address }: ChannelSocket,
  { userId }: Caller,
  { bindings, costs }: Pick<JoinRequest, 'bindings' | 'costs'>,
): string | undefined {
  if (bindings.length === 0) return undefined
  const party = { userId, address }
  if (hub.slowFilters.has(party) && bindings.some(({ filter }) => filter !== '')) return SLOW_FILTER
  return tooExpensive(sumOf([hub.accounts.costsOf(party), costs]))
}
