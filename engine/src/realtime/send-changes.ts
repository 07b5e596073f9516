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

/** What one channel follows as one of the readers. */
interface Part {
  subscriptions: readonly Subscription[]
  data: Reader['data']
}

/** Places in the batch, and how much they bring to one channel at most. */
interface Block {
  from: number
  to: number
  length: number
}

/** Changes that go to a channel in one write: a backlog costs its sockets one system call for many of them. */
const TOGETHER = 64
const TOGETHER_LENGTH = 64 * 1024

/** Sends what the readers see: to each channel in the order of the changes. */
export async function sendChanges(changes: readonly Change[], readers: readonly Reader[]): Promise<void> {
  const pause = createSlices()
  const told = readers.filter(({ data }) => data.size > 0)
  const lengths = changes.map(() => 0)
  // Readers who see the same share the same map.
  for (const data of new Set(told.map(({ data }) => data))) {
    await pause()
    for (const [place, { text }] of data) lengths[place] = Math.max(lengths[place] ?? 0, text.length)
  }
  let channels: Map<Channel, Part[]> | undefined
  for (const block of blocksOf(lengths)) {
    await pause(block.length)
    // Most of the time there is one change, and nothing to put together.
    if (block.to - block.from === 1) await sendOne(block.from, changes, told, pause)
    else {
      channels ??= await byChannel(told, pause)
      for (const [channel, parts] of channels) {
        await pause()
        channel.connection.together(() => sendBlock(channel, parts, changes, block))
      }
    }
  }
}

async function sendOne(
  place: number,
  changes: readonly Change[],
  told: readonly Reader[],
  pause: ReturnType<typeof createSlices>,
): Promise<void> {
  const kind = changes[place]?.kind
  for (const { channels, data } of told) {
    const payload = data.get(place)
    if (payload === undefined) continue
    for (const [channel, subscriptions] of channels) {
      await pause()
      send(channel, present(channel, subscriptions), kind, payload)
    }
  }
}

async function byChannel(
  told: readonly Reader[],
  pause: ReturnType<typeof createSlices>,
): Promise<Map<Channel, Part[]>> {
  const found = new Map<Channel, Part[]>()
  for (const { channels, data } of told)
    for (const [channel, subscriptions] of channels) {
      await pause()
      const part = { subscriptions, data }
      const parts = found.get(channel)
      if (parts) parts.push(part)
      else found.set(channel, [part])
    }
  return found
}

/** Cuts a batch into what may go out together. */
function blocksOf(lengths: readonly number[]): Block[] {
  const blocks: Block[] = []
  for (const [place, length] of lengths.entries()) {
    const last = blocks.at(-1)
    if (last && last.to - last.from < TOGETHER && last.length + length <= TOGETHER_LENGTH) {
      last.to += 1
      last.length += length
    } else blocks.push({ from: place, to: place + 1, length })
  }
  return blocks
}

function sendBlock(channel: Channel, parts: readonly Part[], changes: readonly Change[], { from, to }: Block): void {
  const left = parts.map(({ subscriptions, data }) => ({ data, subscriptions: present(channel, subscriptions) }))
  for (let place = from; place < to; place += 1)
    for (const { subscriptions, data } of left) {
      const payload = data.get(place)
      if (payload) send(channel, subscriptions, changes[place]?.kind, payload)
    }
}

/** Without those that have left, joined anew or speak for somebody else by now. */
function present(channel: Channel, subscriptions: readonly Subscription[]): Subscription[] {
  return subscriptions.filter((subscription) => channel.subscriptions.includes(subscription))
}

function send(
  channel: Channel,
  subscriptions: readonly Subscription[],
  kind: Change['kind'] | undefined,
  payload: Payload,
): void {
  const ids = subscriptions.filter(({ binding: { event } }) => event === '*' || event === kind).map(({ id }) => id)
  if (ids.length > 0) channel.connection.sendFrame(frameFor(channel, [...new Set(ids)], payload))
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
