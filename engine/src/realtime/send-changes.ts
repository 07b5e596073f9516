import type { Change } from './change-feed.ts'
import type { Channel, Subscription } from './channel.ts'
import { encodeFrame } from './frame.ts'
import { createSlices } from './slices.ts'

/** The `data` of an event, and the frames encoded so far: one per protocol version, topic and bindings. */
export interface Payload {
  text: string
  frames: Map<string, Buffer>
}

interface Reader {
  channels: ReadonlyMap<Channel, readonly Subscription[]>
  /** Payloads by the position of the change in the batch. */
  data: ReadonlyMap<number, Payload>
}

/** One channel's subscriptions as one of the readers. */
interface Part {
  subscriptions: readonly Subscription[]
  data: Reader['data']
}

/** Positions in the batch, and the most bytes that they bring to one channel. */
interface Block {
  from: number
  to: number
  length: number
}

/** Changes per write to one channel: a backlog takes one system call for many of them. */
const TOGETHER = 64
const TOGETHER_LENGTH = 64 * 1024

/** Sends each channel the changes that its readers see, in their order. */
export async function sendChanges(changes: readonly Change[], readers: readonly Reader[]): Promise<void> {
  const pause = createSlices()
  const seeing = readers.filter(({ data }) => data.size > 0)
  const lengths = changes.map(() => 0)
  // Readers with the same view share one map.
  for (const data of new Set(seeing.map(({ data }) => data))) {
    await pause()
    for (const [place, { text }] of data) lengths[place] = Math.max(lengths[place] ?? 0, text.length)
  }
  let channels: Map<Channel, Part[]> | undefined
  for (const block of blocksOf(lengths)) {
    await pause(block.length)
    // Usually there is one change, and nothing to group.
    if (block.to - block.from === 1) await sendOne(block.from, changes, seeing, pause)
    else {
      channels ??= await byChannel(seeing, pause)
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
  seeing: readonly Reader[],
  pause: ReturnType<typeof createSlices>,
): Promise<void> {
  const kind = changes[place]?.kind
  for (const { channels, data } of seeing) {
    const payload = data.get(place)
    if (payload === undefined) continue
    for (const [channel, subscriptions] of channels) {
      await pause()
      send(channel, present(channel, subscriptions), kind, payload)
    }
  }
}

async function byChannel(
  seeing: readonly Reader[],
  pause: ReturnType<typeof createSlices>,
): Promise<Map<Channel, Part[]>> {
  const found = new Map<Channel, Part[]>()
  for (const { channels, data } of seeing)
    for (const [channel, subscriptions] of channels) {
      await pause()
      const part = { subscriptions, data }
      const parts = found.get(channel)
      if (parts) parts.push(part)
      else found.set(channel, [part])
    }
  return found
}

/** Cuts a batch into blocks that each go out in one write. */
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

/** The subscriptions that still hold: the channel was not left or joined again, and its caller did not change. */
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
