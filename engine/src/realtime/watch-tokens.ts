import { CallerError } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Channel } from './channel.ts'
import type { Hub } from './hub.ts'
import { expiry, resolveCaller } from './join.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { tokenRefusal } from './token-refusal.ts'

const SESSION_CHANNEL = 'session_revoked'

/**
 * Closes channels whose token has expired or whose session has ended: at once when the database says so, and by
 * looking every few seconds, for what it may have said while nobody listened.
 * @returns the undo.
 */
export async function watchTokens(hub: Hub): Promise<() => Promise<void>> {
  const check = async (channel: Channel) => {
    const expired = expiry(channel, Date.now())
    if (expired !== undefined) return hub.closeChannel(channel, expired)
    if (channel.token === undefined) return
    try {
      await resolveCaller(hub, channel.connection, channel.token)
    } catch (error) {
      if (error instanceof CallerError) hub.closeChannel(channel, tokenRefusal(error, channel.token))
      // An unreachable database is the change feed's business.
      else hub.log.debug({ reason: messageOf(error) }, 'a session could not be checked')
    }
  }
  const timer = setInterval(() => {
    for (const channel of [...hub.channels()]) void check(channel)
  }, REALTIME_LIMITS.tokenCheckMs)
  timer.unref()

  const onRevoked = (sessionId: string) => {
    const revoked = new CallerError('session_revoked', 'the session has ended')
    for (const channel of [...hub.channels()])
      if (channel.caller.claims.session_id === sessionId)
        hub.closeChannel(channel, tokenRefusal(revoked, channel.token))
  }
  // The listening connection breaks whenever the database does, also when it is back before the next reading.
  const stop = await hub.db.listen(SESSION_CHANNEL, onRevoked, hub.feed.reset)
  return async () => {
    clearInterval(timer)
    await stop()
  }
}
