import { audienceOf } from './audience.ts'
import type { Channel } from './channel.ts'
import type { Hub } from './hub.ts'
import { prepareSubscriptions, SubscriptionError } from './subscription.ts'

/** The result of {@link subscribeWithin} after the time limit. */
export const TIMEOUT = 'timeout'

/**
 * Subscribes the channel's bindings as its present caller and starts the change feed.
 * @returns the reason for a refusal, as text for the client.
 */
export async function subscribe(hub: Hub, channel: Channel): Promise<string | undefined> {
  const { bindings } = channel.request
  if (bindings.length === 0) return undefined
  const { caller } = channel
  try {
    const subscriptions = await prepareSubscriptions(channel, bindings, audienceOf(caller), hub)
    // The feed sees every commit from here on, so no change between the reply and the first delivery is lost.
    await hub.feed.start()
    // A new token may have changed the channel's caller meanwhile.
    if (channel.caller === caller) channel.subscriptions = subscriptions
    return undefined
  } catch (error) {
    channel.subscriptions = []
    if (error instanceof SubscriptionError) return error.message
    throw error
  }
}

/**
 * Like {@link subscribe}, but only as long as the channel's request waits.
 * @returns the reason for a refusal, or {@link TIMEOUT} when it takes longer.
 */
export async function subscribeWithin(hub: Hub, channel: Channel): Promise<string | undefined> {
  const { waitMs } = channel.request
  const work = subscribe(hub, channel)
  if (waitMs === undefined) return await work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(TIMEOUT), waitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // After the time limit there is no request left to answer with an error.
    work.catch(() => {})
  }
}
