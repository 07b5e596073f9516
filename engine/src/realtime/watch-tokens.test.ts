import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallerError } from '../http/caller.ts'
import { refuseEndedCaller } from './channel-access.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { watchTokens } from './watch-tokens.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A channel of a socket, and what is known of its session. */
function openChannel({ token, session_id }: { token?: string; session_id?: string }) {
  const channel = { token, caller: { claims: { session_id } }, connection: { apikey: 'the key of the socket' } }
  const resolve = vi.fn(async (_credentials: object) => {
    if (hub.hasEnded) throw new CallerError('session_revoked', 'the session has ended')
    return channel.caller
  })
  const hub = {
    hasEnded: false,
    channels: () => [channel],
    closeChannel: vi.fn(),
    callers: { resolve },
    db: { listen: async () => async () => {} },
    feed: { reset: () => {} },
    log: { debug: () => {} },
  }
  return { channel, hub, resolve }
}

it.each([
  ['the token of its join', { token: 'a.b.c', session_id: 'one' }],
  ['the API key of its socket', { session_id: 'one' }],
])('a channel whose session is %s ends with it, also without a notification', async (_, session) => {
  const { channel, hub } = openChannel(session)
  const stop = await watchTokens(hub as never)
  await vi.advanceTimersByTimeAsync(REALTIME_LIMITS.tokenCheckMs)
  expect(hub.closeChannel).not.toHaveBeenCalled()
  hub.hasEnded = true
  await vi.advanceTimersByTimeAsync(REALTIME_LIMITS.tokenCheckMs)
  expect(hub.closeChannel).toHaveBeenCalledExactlyOnceWith(channel, expect.any(String))
  // A join asks the same: the session may have ended while the rights were read.
  await expect(refuseEndedCaller(hub as never, channel as never)).rejects.toThrow(CallerError)
  await stop()
})

it('the published key of a socket, which never ends, is not checked again', async () => {
  const { hub, resolve } = openChannel({})
  const stop = await watchTokens(hub as never)
  await vi.advanceTimersByTimeAsync(3 * REALTIME_LIMITS.tokenCheckMs)
  expect(resolve).not.toHaveBeenCalled()
  await stop()
})
