import { CallerError } from '../http/caller.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Channel } from './channel.ts'
import { expiry, refuseEndedCaller } from './channel-access.ts'
import type { Hub } from './hub.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { tokenRefusal } from './token-refusal.ts'

const SESSION_CHANNEL = 'session_revoked'

/**
 * Closes channels whose token has expired or whose session has ended: at once on a notification from the database, and
 * by a check every few seconds, in case a notification was missed.
 * @returns a function that stops both.
 */
export async function watchTokens(hub: Hub): Promise<() => Promise<void>> {
  const check = async (channel: Channel) => {
    const expired = expiry(channel, Date.now())
    if (expired !== undefined) return hub.closeChannel(channel, expired)
    try {
      await refuseEndedCaller(hub, channel)
    } catch (error) {
      if (error instanceof CallerError) hub.closeChannel(channel, tokenRefusal(error, channel.token))
      // The change feed handles an unreachable database.
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
  // The listening connection ends whenever the database does, even if the database is back before the next reading.
  const stop = await hub.db.listen(SESSION_CHANNEL, onRevoked, hub.feed.reset)
  return async () => {
    clearInterval(timer)
    await stop()
  }
}
