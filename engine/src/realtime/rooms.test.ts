import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from './channel.ts'
import type { MessageHead } from './message-bus.ts'
import { createRooms, type Rooms } from './rooms.ts'

const HEAD: MessageHead = { kind: 'broadcast', topic: 'lake', private: true, event: 'bite' }
const log = { warn: vi.fn() }

/** How long sending to one socket takes, in milliseconds of the mocked clock: slices end after 10. */
let costMs = 0
let clock = 0
let rooms: Rooms
beforeEach(() => {
  costMs = 0
  rooms = createRooms(log)
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  vi.restoreAllMocks()
  expect(log.warn).not.toHaveBeenCalled()
})

/** A channel on a socket that notes what it sends, and how many writes that takes. */
function enter(more: Partial<Channel> = {}, version: 1 | 2 = 2) {
  const texts: string[] = []
  const socket = { writes: 0, corked: false }
  const connection = {
    version,
    sendFrame(frame: Buffer) {
      clock += costMs
      texts.push(frame.toString())
      if (!socket.corked) socket.writes += 1
    },
    together(send: () => void) {
      socket.corked = true
      send()
      socket.corked = false
      socket.writes += 1
    },
  }
  const channel = {
    topic: 'realtime:lake',
    id: 'own',
    connection,
    rights: new Set(['hear broadcast']),
    request: { isPrivate: true, wantsPresence: false, hearsItself: false },
    replayed: new Set(),
    heldBack: undefined,
    ...more,
  } as unknown as Channel
  rooms.enter(channel)
  const numbers = () => texts.map((text) => Number(/"n":(\d+)/.exec(text)?.[1]))
  return { channel, texts, numbers, socket }
}
const say = (n: number, head: Partial<MessageHead> = {}) => rooms.deliver({ ...HEAD, ...head }, `{"n":${n}}`)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place)

/** Turns of the event loop until all have received as much. */
async function turnsUntil(channels: { numbers(): number[] }[], count: number): Promise<number> {
  let turns = 0
  while (channels.some((one) => one.numbers().length < count)) {
    await nextTurn()
    turns += 1
  }
  return turns
}

it('delivers to a small room at once, and in order', () => {
  const [one, other] = [enter(), enter()]
  for (const n of [1, 2, 3]) say(n)
  expect([one.numbers(), other.numbers()]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ])
})

describe('a room that takes longer than one slice', () => {
  it('leaves turns to other work', async () => {
    costMs = 1
    const channels = Array.from({ length: 100 }, () => enter())
    say(1)
    expect(channels.filter((one) => one.numbers().length > 0).length).toBeLessThan(15)
    expect(await turnsUntil(channels, 1)).toBeGreaterThan(5)
  })

  it('gets the messages that arrive meanwhile in one write, each once and in order', async () => {
    costMs = 1
    const channels = Array.from({ length: 30 }, () => enter())
    for (const n of numbers(1, 20)) say(n)
    await turnsUntil(channels, 20)
    await nextTurn()
    for (const one of channels) {
      expect(one.numbers()).toEqual(numbers(1, 20))
      expect(one.socket.writes).toBe(2)
    }
  })

  it('takes few of a long backlog in one write', async () => {
    costMs = 1
    const channels = Array.from({ length: 30 }, () => enter())
    for (const n of numbers(1, 201)) say(n)
    await turnsUntil(channels, 201)
    for (const one of channels) {
      expect(one.numbers()).toEqual(numbers(1, 201))
      expect(one.socket.writes).toBe(1 + Math.ceil(200 / 64))
    }
  })

  it('sends nothing more to a channel that leaves, and no earlier message to one that enters', async () => {
    costMs = 1
    const channels = Array.from({ length: 30 }, () => enter())
    const last = channels.at(-1) as (typeof channels)[0]
    say(1)
    say(2)
    rooms.leave(last.channel)
    const late = enter()
    say(3)
    await turnsUntil([late, ...channels.slice(0, -1)], 1)
    await turnsUntil(channels.slice(0, -1), 3)
    expect([last.numbers(), late.numbers()]).toEqual([[], [3]])
  })

  it('asks about the rights when it sends, and holds back from the moment when they are checked', async () => {
    costMs = 1
    const channels = Array.from({ length: 30 }, () => enter())
    const [revoked, checked] = channels.slice(-2) as [(typeof channels)[0], (typeof channels)[0]]
    say(1)
    revoked.channel.rights = new Set()
    checked.channel.heldBack = []
    await turnsUntil(channels.slice(0, -2), 1)
    expect([revoked.numbers(), checked.numbers()]).toEqual([[], []])
    expect(checked.channel.heldBack.map(({ bytes }) => bytes.toString())).toEqual([channels[0]?.texts[0]])
  })
})

it('delivers by right, sender and version', () => {
  const [deaf, sender, old] = [enter({ rights: new Set() }), enter({ id: 'sender' }), enter({}, 1)]
  const echo = enter({ id: 'sender', request: { isPrivate: true, hearsItself: true } as Channel['request'] })
  say(1, { from: 'sender' })
  say(2, { private: false })
  expect([deaf.numbers(), sender.numbers(), echo.numbers()]).toEqual([[], [], [1]])
  expect(old.texts.map((text) => JSON.parse(text))).toEqual([
    {
      topic: 'realtime:lake',
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'bite', payload: { n: 1 } },
      ref: null,
      join_ref: null,
    },
  ])
})

it('is empty once all have left', () => {
  const { channel } = enter()
  expect([rooms.isEmpty, rooms.has(channel)]).toEqual([false, true])
  rooms.leave(channel)
  expect([rooms.isEmpty, rooms.has(channel)]).toEqual([true, false])
})
