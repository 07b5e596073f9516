import type { Change } from './change-feed.ts'
import type { Channel, Subscription } from './channel.ts'
import { encodeFrame } from './frame.ts'
import { createSlices } from './slices.ts'

/** The `data` of an event, and the frames made of it so far: one per protocol version, topic and bindings. */
export interface Payload {
  text: string
  frames: Map<string, Buffer>
}

interface Reader {
  channels: ReadonlyMap<Channel, readonly Subscription[]>
  /** By the place of the change in the batch. */
  data: ReadonlyMap<number, Payload>
}

/** Sends what the readers see, in the order of the changes. */
export async function sendChanges(changes: readonly Change[], readers: readonly Reader[]): Promise<void> {
  const pause = createSlices()
  const told = readers.filter(({ data }) => data.size > 0)
  for (const [place, { kind }] of changes.entries()) {
    const texts = new Set<Payload>()
    for (const { channels, data } of told) {
      const payload = data.get(place)
      if (payload === undefined) continue
      await pause(texts.has(payload) ? 0 : payload.text.length)
      texts.add(payload)
      for (const [channel, subscriptions] of channels) {
        await pause()
        const ids = subscriptions
          // Left, joined anew or speaking for somebody else by now.
          .filter((subscription) => channel.subscriptions.includes(subscription))
          .filter(({ binding }) => binding.event === '*' || binding.event === kind)
          .map(({ id }) => id)
        if (ids.length > 0) channel.connection.sendFrame(frameFor(channel, [...new Set(ids)], payload))
      }
    }
  }
}

function frameFor({ topic, connection }: Channel, ids: number[], { text, frames }: Payload): Buffer {
  const key = `${connection.version} ${ids.join(',')} ${topic}`
  let frame = frames.get(key)
  if (!frame) {
    // Without a join reference, so that one frame serves every socket on the topic.
    const head = { joinRef: null, ref: null, topic, event: 'postgres_changes' }
    frame = Buffer.from(encodeFrame(connection.version, head, `{"ids":${JSON.stringify(ids)},"data":${text}}`))
    frames.set(key, frame)
  }
  return frame
}
