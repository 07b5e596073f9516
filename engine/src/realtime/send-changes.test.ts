import { expect, it } from 'vitest'
import type { Change } from './change-feed.ts'
import type { Channel, Subscription } from './channel.ts'
import { sendChanges } from './send-changes.ts'

const change = (kind: Change['kind'] = 'INSERT'): Change => ({ relation: '1', kind, at: '', key: '{}' })

/** A socket with one channel and the frames written to it: one list of texts per write. */
function socket() {
  const writes: string[][] = []
  let open: string[] | undefined
  const channel = {
    topic: 'realtime:posts',
    connection: {
      version: 2,
      sendFrame(frame: Buffer) {
        const [, text = ''] = /"data":"(\w+)"/.exec(String(frame)) ?? []
        if (open) open.push(text)
        else writes.push([text])
      },
      together(send: () => void) {
        open = []
        send()
        if (open.length > 0) writes.push(open)
        open = undefined
      },
    },
    subscriptions: [] as Subscription[],
  } as unknown as Channel
  const follow = (id: number, event: '*' | 'INSERT' | 'DELETE' = '*') => {
    const subscription = { id, channel, binding: { event } } as Subscription
    channel.subscriptions = [...channel.subscriptions, subscription]
    return subscription
  }
  return { channel, writes, follow }
}

/** A reader who sees the changes at these positions. */
const reader = (channel: Channel, subscriptions: Subscription[], texts: Record<number, string>) => ({
  channels: new Map([[channel, subscriptions]]),
  data: new Map(
    Object.entries(texts).map(([place, text]) => [Number(place), { text: `"${text}"`, frames: new Map() }]),
  ),
})

it('sends a channel the changes of two tables in their order, in one write', async () => {
  const { channel, writes, follow } = socket()
  const readers = [
    reader(channel, [follow(1)], { 0: 'post', 3: 'postscript' }),
    reader(channel, [follow(2)], { 1: 'comment', 2: 'answer' }),
  ]
  await sendChanges([change(), change(), change(), change()], readers)
  expect(writes).toEqual([['post', 'comment', 'answer', 'postscript']])
})

it('writes at most 64 changes at once, and a single one directly', async () => {
  const { channel, writes, follow } = socket()
  const texts = Array.from({ length: 129 }, (_, place) => `n${place}`)
  const changes = texts.map(() => change())
  await sendChanges(changes, [reader(channel, [follow(1)], { ...texts })])
  expect(writes.map(({ length }) => length)).toEqual([64, 64, 1])
  expect(writes.flat()).toEqual(texts)
})

it('writes at most 64 KB at once, unless one change is larger', async () => {
  const { channel, writes, follow } = socket()
  // Two characters of each are the quotation marks.
  const half = 'h'.repeat(32 * 1024 - 2)
  const texts = { 0: half, 1: half, 2: 'x', 3: 'l'.repeat(70 * 1024), 4: 'y' }
  await sendChanges(
    Object.keys(texts).map(() => change()),
    [reader(channel, [follow(1)], texts)],
  )
  expect(writes.map((texts) => texts.map(([letter]) => letter).join(''))).toEqual(['hh', 'x', 'l', 'y'])
})

it('leaves out changes that a channel may not see, did not ask for or no longer subscribes to', async () => {
  const { channel, writes, follow } = socket()
  const gone = follow(3)
  channel.subscriptions = []
  const readers = [
    reader(channel, [follow(1, 'INSERT'), follow(2, 'DELETE')], { 0: 'new', 1: 'gone', 2: 'changed' }),
    reader(channel, [gone], { 0: 'left' }),
  ]
  await sendChanges([change('INSERT'), change('DELETE'), change('UPDATE'), change('INSERT')], readers)
  expect(writes).toEqual([['new', 'gone']])
})
