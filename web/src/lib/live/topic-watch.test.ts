// @vitest-environment happy-dom
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChannelSource } from './keep-joined.ts'
import type { Load } from './topic-listener.ts'
import type { TopicMessage } from './topic-message.ts'
import { watchTopic } from './topic-watch.ts'

class Source {
  readonly order: string[] = []
  readonly joined: { name: string; options: unknown; say: (payload: object) => void; status: (s: string) => void }[] =
    []
  readonly removed: unknown[] = []
  readonly realtime = { setAuth: async () => void this.order.push('setAuth') }

  channel(name: string, options: unknown) {
    let onMessage = (_message: { payload: object }) => {}
    const channel = {
      on: (_type: string, _filter: object, callback: typeof onMessage) => {
        onMessage = callback
        return channel
      },
      subscribe: (status: (status: string) => void) => {
        this.order.push('subscribe')
        this.joined.push({ name, options, say: (payload) => onMessage({ payload }), status })
        return channel
      },
    }
    return channel as unknown as RealtimeChannel
  }

  async removeChannel(channel: RealtimeChannel) {
    this.removed.push(channel)
  }
}

type Said = Source['joined'][number]

let source: Source
let idle: () => void
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  source = new Source()
  idle = vi.fn()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Follows a topic whose last message is long ago, with rows that were just requested. */
async function follow(topic = 'cards', ageOf: () => Promise<number> = async () => 60_000, id?: string) {
  const asked = performance.now()
  const [reload, closed, upToDate, forget, release] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const onMessage = vi.fn(({ changed }: TopicMessage): Load => (changed.length > 0 ? 'named' : undefined))
  const watched = watchTopic(topic, { connect: async () => source as unknown as ChannelSource, ageOf }, idle)
  const undo = watched.add({
    onMessage,
    reload,
    gapMs: 0,
    joined: vi.fn(),
    closed,
    upToDate,
    forget,
    release,
    id,
    isOlderThan: (moment) => asked <= moment,
  })
  await pass(100)
  const [channel] = source.joined
  if (!channel) throw new Error('no channel was joined')
  channel.status('SUBSCRIBED')
  await pass(5_000)
  return { onMessage, reload, closed, upToDate, forget, release, undo, channel, watched }
}
const listener = (reload: () => unknown = vi.fn(), isOlderThan: (moment: number) => boolean = () => true) => ({
  onMessage: (): Load => 'named',
  reload,
  gapMs: 0,
  joined: vi.fn(),
  closed: vi.fn(),
  upToDate: vi.fn(),
  forget: vi.fn(),
  release: vi.fn(),
  isOlderThan,
})

describe('joining', () => {
  it('joins a private channel after setting the session’s token', async () => {
    const { channel } = await follow()
    expect(source.order).toEqual(['setAuth', 'subscribe'])
    expect([channel.name, channel.options]).toEqual(['cards', { config: { private: true } }])
  })

  it('loads nothing when the topic has had no message since the rows were requested', async () => {
    const { reload } = await follow('cards', async () => 60_000)
    expect(reload).not.toHaveBeenCalled()
  })

  it.each([
    ['has had one since', async () => 1],
    ['does not answer', async () => Promise.reject(new Error('no network'))],
  ])('loads everything once when the topic %s', async (_, ageOf) => {
    const { reload } = await follow('cards', ageOf)
    expect(reload.mock.calls).toEqual([[true]])
  })

  it('asks the same for a listener that comes later, and loads only for that one', async () => {
    let age = 60_000
    const { reload, watched } = await follow('cards', async () => age)
    age = 2_000
    const [old, young] = [vi.fn(), vi.fn()]
    watched.add(listener(old))
    const asked = performance.now()
    watched.add(listener(young, (moment) => asked <= moment))
    await pass(2_000)
    expect(source.joined).toHaveLength(1)
    expect([reload, old, young].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
  })

  it('tries again when the client cannot be loaded', async () => {
    const connect = vi.fn(async (): Promise<ChannelSource> => Promise.reject(new Error('no settings')))
    watchTopic('cards', { connect, ageOf: async () => 0 }, idle).add(listener())
    await pass(1_250)
    expect(connect).toHaveBeenCalledTimes(2)
  })
})

describe('a message', () => {
  it('is passed on at once, without loading when it only removes rows', async () => {
    const { onMessage, reload, channel } = await follow()
    channel.say({ changed: [], gone: ['a'] })
    expect(onMessage).toHaveBeenCalledWith(expect.objectContaining({ gone: ['a'] }))
    await pass(10_000)
    expect(reload).not.toHaveBeenCalled()
  })

  it('loads what it names within a second, once for many messages, and again for the last one', async () => {
    const { reload, channel } = await follow()
    channel.say({ changed: ['a'], gone: [] })
    await pass(900)
    expect(reload.mock.calls).toEqual([[false]])
    for (let i = 0; i < 10; i += 1) channel.say({ changed: ['a'], gone: [] })
    await pass(400)
    expect(reload).toHaveBeenCalledTimes(1)
    await pass(1_600)
    expect(reload).toHaveBeenCalledTimes(2)
    await pass(10_000)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it.each(['feed', 'admin'])('loads at most every two seconds on %s', async (topic) => {
    const { reload, channel } = await follow(topic)
    for (let i = 0; i < 60; i += 1) {
      channel.say({ changed: ['a'], gone: [] })
      await pass(100)
    }
    expect(reload).toHaveBeenCalledTimes(3)
  })

  it('loads sooner on a member’s own topic', async () => {
    const { reload, channel } = await follow('member:me')
    channel.say({ changed: ['prizes'] })
    await pass(200)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('loads everything when it asks for it or cannot be read, without being passed on', async () => {
    const { onMessage, reload, channel } = await follow()
    channel.say({ n: 1, reload: true })
    await pass(3_000)
    channel.say({ n: 2, gone: 'a' })
    await pass(3_000)
    expect(onMessage).not.toHaveBeenCalled()
    expect(reload.mock.calls).toEqual([[true], [true]])
  })

  it('loads everything when its number shows that another one was missed', async () => {
    const { onMessage, reload, channel } = await follow()
    for (const n of [7, 8]) channel.say({ n, gone: ['a'] })
    await pass(3_000)
    expect(reload).not.toHaveBeenCalled()
    channel.say({ n: 10, gone: ['b'] })
    expect(onMessage).toHaveBeenCalledTimes(3)
    await pass(3_000)
    expect(reload.mock.calls).toEqual([[true]])
    channel.say({ n: 11, gone: ['c'] })
    await pass(3_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('asks less often while listeners load slowly, but without delay for a returning reader', async () => {
    const { channel, watched } = await follow()
    const slow = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
    watched.add(listener(slow, () => false))
    await pass(0)
    channel.say({ changed: ['a'] })
    await pass(3_450)
    expect(slow).toHaveBeenCalledTimes(1)
    channel.say({ changed: ['a'] })
    await pass(8_900)
    expect(slow).toHaveBeenCalledTimes(1)
    await pass(1_000)
    expect(slow).toHaveBeenCalledTimes(2)
    await pass(3_000)
    channel.say({ changed: ['a'] })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(500)
    expect(slow).toHaveBeenCalledTimes(3)
  })
})

describe('a listener that rests', () => {
  it('loads at once, then at most once in its interval, and for the last message', async () => {
    const { channel, watched } = await follow()
    const seldom = vi.fn()
    watched.add({ ...listener(seldom, () => false), gapMs: 30_000 })
    for (let i = 0; i < 70; i += 1) {
      channel.say({ changed: ['a'] })
      await pass(1_000)
    }
    expect(seldom).toHaveBeenCalledTimes(3)
    await pass(60_000)
    expect(seldom).toHaveBeenCalledTimes(4)
    channel.say({ changed: ['a'] })
    await pass(1_000)
    channel.say({ changed: ['a'] })
    channel.say({ reload: true })
    await pass(3_000)
    expect(seldom).toHaveBeenCalledTimes(6)
    expect(seldom).toHaveBeenLastCalledWith(true)
  })

  it('loads nothing after it has left', async () => {
    const { channel, watched } = await follow()
    const seldom = vi.fn()
    const leave = watched.add({ ...listener(seldom, () => false), gapMs: 30_000 })
    for (let i = 0; i < 2; i += 1) {
      channel.say({ changed: ['a'] })
      await pass(1_000)
    }
    leave()
    await pass(60_000)
    expect(seldom).toHaveBeenCalledTimes(1)
  })
})

describe('a gap in the connection', () => {
  it('loads everything after every rejoin, and counts messages from there', async () => {
    const { reload, channel } = await follow()
    channel.say({ n: 4, gone: ['a'] })
    channel.status('CHANNEL_ERROR')
    await pass(5_000)
    expect(reload).not.toHaveBeenCalled()
    channel.status('SUBSCRIBED')
    channel.say({ n: 9, gone: ['a'] })
    await pass(2_000)
    expect(reload.mock.calls).toEqual([[true]])
  })

  it('joins again with a new token and growing pauses when the server has closed the channel', async () => {
    const { channel } = await follow()
    channel.status('CLOSED')
    await pass(1_249)
    expect(source.joined).toHaveLength(1)
    await pass(1)
    expect(source.order).toEqual(['setAuth', 'subscribe', 'setAuth', 'subscribe'])
    source.joined[1]?.status('CLOSED')
    await pass(2_499)
    expect(source.joined).toHaveLength(2)
    await pass(1)
    expect(source.joined).toHaveLength(3)
  })

  it('reports a close by the server, but not a lost connection', async () => {
    const { closed, channel } = await follow()
    channel.status('CHANNEL_ERROR')
    channel.status('TIMED_OUT')
    expect(closed).not.toHaveBeenCalled()
    channel.status('CLOSED')
    expect(closed).toHaveBeenCalledOnce()
  })

  it('loads when the network returns and when the page becomes visible, but not while it is hidden', async () => {
    const { reload, channel } = await follow()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    channel.say({ changed: ['a'] })
    await pass(5_000)
    expect(reload).not.toHaveBeenCalled()
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(2_500)
    expect(reload.mock.calls).toEqual([[true]])
    window.dispatchEvent(new Event('online'))
    await pass(2_500)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})

describe('leaving', () => {
  it('leaves the channel some time after the last listener has left, and receives nothing more', async () => {
    const { onMessage, closed, undo, channel } = await follow()
    undo()
    await pass(5_000)
    expect(source.removed).toHaveLength(1)
    expect(idle).toHaveBeenCalledTimes(1)
    channel.say({ changed: [], gone: ['a'] })
    channel.status('CLOSED')
    await pass(60_000)
    expect(source.joined).toHaveLength(1)
    expect(onMessage).not.toHaveBeenCalled()
    expect(closed).not.toHaveBeenCalled()
  })

  it('keeps it when another listener comes in time', async () => {
    const { undo, watched } = await follow()
    undo()
    await pass(4_000)
    watched.add(listener())
    await pass(10_000)
    expect([source.joined.length, source.removed.length]).toEqual([1, 0])
  })
})

describe('a screen that was left', () => {
  const back = () => {
    const [ageOf, reload] = [vi.fn(async () => 0), vi.fn()]
    return { ageOf, reload, returning: { ...listener(reload), id: 'rows' } }
  }

  it('has nothing to load when it returns within two minutes, and its rows are changed meanwhile', async () => {
    const { ageOf, reload, returning } = back()
    const left = await follow('cards', ageOf, 'rows')
    await pass(5_000)
    expect(left.upToDate).toHaveBeenCalledOnce()
    ageOf.mockClear()
    left.undo()
    await pass(60_000)
    left.channel.say({ gone: ['a'] })
    expect(left.onMessage).toHaveBeenCalledWith(expect.objectContaining({ gone: ['a'] }))
    await pass(59_000)
    left.watched.add(returning)
    await pass(10_000)
    expect([ageOf, reload, left.forget].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    expect([left.release, returning.upToDate].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    left.channel.say({ gone: ['b'] })
    expect(left.onMessage).toHaveBeenCalledTimes(1)
    expect(source.removed).toEqual([])
  })

  it.each([
    ['a message asks it to load', (channel: Said) => channel.say({ changed: ['a'] })],
    [
      'a message was missed',
      (channel: Said) => {
        for (const n of [1, 3]) channel.say({ n, gone: ['a'] })
      },
    ],
    ['everything has to be loaded', (channel: Said) => channel.say({ reload: true })],
    ['the connection had a gap', (channel: Said) => channel.status('SUBSCRIBED')],
    ['the server has closed the channel', (channel: Said) => channel.status('CLOSED')],
    ['the network returns', () => window.dispatchEvent(new Event('online'))],
    ['two minutes have passed', () => pass(120_000)],
  ])('is forgotten without a request when %s', async (_, happens) => {
    const { ageOf, reload, returning } = back()
    const left = await follow('cards', ageOf, 'rows')
    await pass(5_000)
    const before = left.reload.mock.calls.length
    left.undo()
    await happens(left.channel)
    expect(left.forget).toHaveBeenCalledOnce()
    await pass(1)
    ageOf.mockClear()
    left.watched.add(returning)
    left.channel.status('SUBSCRIBED')
    await pass(5_000)
    expect(left.reload).toHaveBeenCalledTimes(before)
    expect(ageOf.mock.calls.length + reload.mock.calls.length).toBeGreaterThan(0)
  })

  it('is not kept while it has something to load, and the channel is left', async () => {
    const left = await follow('cards', async () => 60_000, 'rows')
    left.channel.say({ changed: ['a'] })
    left.undo()
    expect(left.forget).toHaveBeenCalledOnce()
    await pass(5_000)
    expect([source.removed.length, left.reload.mock.calls.length]).toEqual([1, 0])
  })
})
