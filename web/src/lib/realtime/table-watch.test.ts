// @vitest-environment happy-dom
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChannelSource, watchTables } from './table-watch.ts'

class Source {
  readonly joined: { name: string; tables: string[]; change: () => void; status: (status: string) => void }[] = []
  readonly removed: unknown[] = []

  channel(name: string) {
    const tables: string[] = []
    let change = () => {}
    const channel = {
      on: (_type: string, { table }: { table: string }, callback: () => void) => {
        tables.push(table)
        change = callback
        return channel
      },
      subscribe: (status: (status: string) => void) => {
        this.joined.push({ name, tables, change: () => change(), status })
        return channel
      },
    }
    return channel as unknown as RealtimeChannel
  }

  async removeChannel(channel: RealtimeChannel) {
    this.removed.push(channel)
  }
}

let source: Source
let idle: () => void
const watch = (connect: () => Promise<ChannelSource> = async () => source) =>
  watchTables(['points_log', 'profiles'], connect, idle)
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

async function joined() {
  const listener = vi.fn()
  const watched = watch()
  const undo = watched.add(listener)
  await pass(0)
  const [channel] = source.joined
  if (!channel) throw new Error('no channel was joined')
  channel.status('SUBSCRIBED')
  await pass(10_000)
  expect(listener).toHaveBeenCalledTimes(1)
  listener.mockClear()
  return { watched, listener, undo, channel }
}

describe('watchTables', () => {
  it('joins one channel for all listeners of the set, and calls each', async () => {
    const { watched, listener, channel } = await joined()
    const other = vi.fn()
    watched.add(other)
    await pass(10_000)
    other.mockClear()
    listener.mockClear()
    channel.change()
    await pass(400)
    expect([source.joined.length, channel.tables]).toEqual([1, ['points_log', 'profiles']])
    expect([listener.mock.calls.length, other.mock.calls.length]).toEqual([1, 1])
  })

  it('calls soon after the first change, then at most every two seconds, and once more for the last one', async () => {
    const { listener, channel } = await joined()
    channel.change()
    await pass(400)
    expect(listener).toHaveBeenCalledTimes(1)
    for (let i = 0; i < 10; i += 1) {
      channel.change()
      await pass(100)
    }
    expect(listener).toHaveBeenCalledTimes(1)
    await pass(1_500)
    expect(listener).toHaveBeenCalledTimes(2)
    await pass(10_000)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('calls after every rejoin, since changes may have been missed', async () => {
    const { listener, channel } = await joined()
    channel.status('CHANNEL_ERROR')
    await pass(5_000)
    expect(listener).not.toHaveBeenCalled()
    channel.status('SUBSCRIBED')
    await pass(400)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('joins anew after the server has closed the channel, with growing pauses', async () => {
    const { channel } = await joined()
    channel.status('CLOSED')
    await pass(1_249)
    expect(source.joined).toHaveLength(1)
    await pass(1)
    expect(source.joined).toHaveLength(2)
    source.joined[1]?.status('CLOSED')
    await pass(2_499)
    expect(source.joined).toHaveLength(2)
    await pass(1)
    expect(source.joined).toHaveLength(3)
  })

  it('says nothing when there is no client, and asks for it again', async () => {
    const connect = vi.fn(async (): Promise<ChannelSource> => Promise.reject(new Error('no settings')))
    watch(connect).add(vi.fn())
    await pass(1_250)
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('calls when the network returns and when the page comes back to sight, not while it is hidden', async () => {
    const { listener, channel } = await joined()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    channel.change()
    await pass(5_000)
    expect(listener).not.toHaveBeenCalled()
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(2_500)
    expect(listener).toHaveBeenCalledTimes(1)
    window.dispatchEvent(new Event('online'))
    await pass(2_500)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('calls less often while what listeners load takes long, but not later for a user who comes back', async () => {
    const { watched, channel } = await joined()
    const loading = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
    watched.add(loading)
    await pass(3_200)
    expect(loading).toHaveBeenCalledTimes(1)
    channel.change()
    await pass(9_000)
    expect(loading).toHaveBeenCalledTimes(1)
    await pass(200)
    expect(loading).toHaveBeenCalledTimes(2)
    await pass(3_000)
    channel.change()
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(200)
    expect(loading).toHaveBeenCalledTimes(3)
  })

  it('leaves the channel some time after the last listener, unless another comes', async () => {
    const { watched, undo, listener, channel } = await joined()
    undo()
    await pass(4_000)
    const again = watched.add(vi.fn())
    await pass(10_000)
    expect([source.joined.length, source.removed.length]).toEqual([1, 0])
    again()
    await pass(5_000)
    expect(source.removed).toHaveLength(1)
    expect(idle).toHaveBeenCalledTimes(1)
    channel.change()
    channel.status('CLOSED')
    await pass(60_000)
    expect([source.joined.length, listener.mock.calls.length]).toEqual([1, 0])
  })
})
