import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../db/port.ts'
import { createLogger } from '../kernel/logger.ts'
import type { Binding } from './binding.ts'
import type { Change } from './change-feed.ts'
import type { Channel, Subscription } from './channel.ts'
import { fanOut } from './fan-out.ts'
import { filterShape, parseFilter } from './filter.ts'
import type { TableShape } from './table-catalogue.ts'

const column = (name: string, isKey: boolean) => ({
  name,
  type: 'int4',
  sqlType: 'integer',
  isKey,
  readers: ['authenticated'],
})
const posts: TableShape = {
  relation: '1',
  schema: 'public',
  name: 'posts',
  columns: [column('id', true), column('swim', false)],
}
const inserted: Change = { relation: '1', kind: 'INSERT', at: '2026-01-01T00:00:00.000Z', key: '{"id": 7}' }

/** A socket of one member that subscribes to the table, and the frames sent to it. */
function reader(number: number, filter = '') {
  const frames: Buffer[] = []
  const binding: Binding = { event: '*', schema: 'public', table: 'posts', filter, select: undefined, sent: {} }
  const conditions = parseFilter(filter)
  const claims = `{"sub":"${number}"}`
  const channel = {
    topic: 'realtime:posts',
    caller: { userId: String(number) },
    connection: {
      version: 2,
      address: 'club',
      sendFrame: (frame: Buffer) => void frames.push(frame),
      together: (send: () => void) => send(),
    },
  } as unknown as Channel
  const subscription: Subscription = {
    id: 5,
    channel,
    binding,
    conditions,
    audience: { key: `authenticated ${claims}`, role: 'authenticated', claims },
    groupKey: JSON.stringify(['authenticated', filterShape(conditions), undefined]),
    readerKey: `${claims} ${filter}`,
  }
  channel.subscriptions = [subscription]
  return { frames, subscription, number }
}

interface Asked {
  readers: { claims: string; values: unknown[] }[]
  lane: string | undefined
  /** Statements that run at present. */
  atOnce: number
  timeoutMs: number | undefined
}

/** Whether a statement takes too long for the readers with these numbers. */
type IsSlow = (numbers: readonly number[], isFiltered: boolean) => boolean

/** Answers as the database would if the even-numbered accounts saw the row. */
function database(asked: Asked[], isSlow: IsSlow) {
  let underWay = 0
  const answer: Database['runAs'] = async ({ timeoutMs }, { values = [] }, options) => {
    underWay += 1
    const readers = JSON.parse(String(values[3])) as { claims: string; values: unknown[] }[]
    asked.push({ readers, lane: options?.lane, atOnce: underWay, timeoutMs })
    await nextTurn()
    underWay -= 1
    const numbers = readers.map(({ claims }) => Number((JSON.parse(claims) as { sub: string }).sub))
    if (isSlow(numbers, String(values[0]).includes(' where ')))
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    const sees = (claims: string) => Number((JSON.parse(claims) as { sub: string }).sub) % 2 === 0
    const some = (wanted: boolean) => readers.flatMap(({ claims }, i) => (sees(claims) === wanted ? [i] : []))
    const places = [...String(values[0]).matchAll(/"#place":(\d+)/g)].map(([, place]) => Number(place))
    return [
      { seen: { readers: some(true), places, failure: null }, place: null, record: null },
      { seen: { readers: some(false), places: [], failure: null }, place: null, record: null },
      ...places.map((place) => ({ seen: null, place, record: `{"id":${7 + place},"swim":12345678901234567890}` })),
    ] as never
  }
  return { runAs: answer } as unknown as Database
}

async function tell(
  readers: readonly ReturnType<typeof reader>[],
  changes: readonly Change[] = [inserted],
  isSlow: IsSlow = () => false,
) {
  const asked: Asked[] = []
  const catalogue = { tables: async () => new Map([['1', posts]]), refresh: async () => new Map() }
  const restarted = new Set<number>()
  const closed = new Set<number>()
  const end = (ended: Set<number>) => (channel: Channel) => {
    ended.add(Number(channel.caller.userId))
    channel.subscriptions = []
  }
  await fanOut(
    changes,
    () => readers.flatMap(({ subscription }) => (subscription.channel.subscriptions.length > 0 ? subscription : [])),
    { restart: end(restarted), close: end(closed) },
    { db: database(asked, isSlow), catalogue, askedAtOnce: 2, statementMs: 1_000, log: createLogger('silent') },
  )
  return {
    asked,
    restarted: [...restarted],
    closed: [...closed],
    mostAtOnce: Math.max(...asked.map(({ atOnce }) => atOnce)),
  }
}

const framesOf = (readers: readonly ReturnType<typeof reader>[]) =>
  readers.flatMap(({ frames, number }) => frames.map(() => number))

describe('fanOut', () => {
  it('checks 1,200 members in three statements, and sends the same bytes to those who see the row', async () => {
    const readers = Array.from({ length: 1_200 }, (_, number) => reader(number))
    const { asked, restarted } = await tell(readers)
    expect(asked.map(({ readers: { length } }) => length).sort()).toEqual([200, 500, 500])
    expect(restarted).toEqual([])
    const seeing = readers.filter(({ frames }) => frames.length === 1)
    expect(seeing.map(({ number }) => number)).toEqual(Array.from({ length: 600 }, (_, i) => 2 * i))
    expect(readers.reduce((sum, { frames }) => sum + frames.length, 0)).toBe(600)
    // Three statements, each with a record of its own.
    expect(new Set(seeing.map(({ frames }) => frames[0])).size).toBe(3)
    expect(String(seeing[0]?.frames[0])).toContain('"record":{"id":7,"swim":12345678901234567890}')
  })

  it('checks members with filters of one shape together, each with their own values', async () => {
    const { asked } = await tell([reader(2, 'swim=eq.4'), reader(4, 'swim=eq.5'), reader(6, 'swim=gt.5')])
    expect(asked.map(({ readers }) => readers.map(({ values }) => values))).toEqual(
      expect.arrayContaining([[['4'], ['5']], [['5']]]),
    )
    expect(asked).toHaveLength(2)
  })

  it('runs no statement for deletions without a filter on the key', async () => {
    const readers = [reader(1), reader(2)]
    const { asked } = await tell(readers, [{ ...inserted, kind: 'DELETE' }])
    expect(asked).toEqual([])
    expect(readers.map(({ frames }) => frames.length)).toEqual([1, 1])
    expect(readers[0]?.frames[0]).toBe(readers[1]?.frames[0])
  })

  it('uses connections that members’ requests do not use, for few readers and for many', async () => {
    for (const length of [1, 500]) {
      const { asked } = await tell(Array.from({ length }, (_, number) => reader(number)))
      expect(asked.map(({ lane }) => lane)).toEqual(['live'])
    }
  })

  it('runs at most as many statements at once as it has connections', async () => {
    const readers = Array.from({ length: 2_600 }, (_, number) => reader(number))
    const { asked, mostAtOnce } = await tell(readers)
    expect([asked.length, mostAtOnce]).toEqual([6, 2])
    expect(readers.filter(({ frames }) => frames.length === 1)).toHaveLength(1_300)
  })
})

it('sends changes to accounts with few filters before it asks about those with many', async () => {
  const greedy = [2, 4, 6].flatMap((number) => Array.from({ length: 30 }, (_, n) => reader(number, `swim=gt.${n}`)))
  const others = Array.from({ length: 20 }, (_, n) => reader(8, `swim=gt.${n}`))
  const before: number[] = []
  await tell([...greedy, ...others], [inserted], (numbers) => {
    if (numbers.some((number) => number < 8)) before.push(...framesOf([...greedy, ...others]))
    return false
  })
  expect(before).toEqual(others.map(() => 8))
  expect(framesOf([...greedy, ...others]).toSorted()).toEqual(
    [2, 4, 6].flatMap((n) => Array(30).fill(n)).concat(before),
  )
})

describe('a question that takes too long', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('ends after a second, and only the account whose filter made it slow is closed', async () => {
    const readers = Array.from({ length: 10 }, (_, number) => reader(number, `swim=eq.${number}`))
    const plain = reader(12)
    const { asked, restarted, closed } = await tell([...readers, plain], [inserted], (numbers, isFiltered) => {
      return isFiltered && numbers.includes(4)
    })
    // With a little more for each reader: hundreds of members share a statement.
    expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual(asked.map(({ readers: { length } }) => 1_000 + 4 * length))
    expect({ restarted, closed }).toEqual({ restarted: [], closed: [4] })
    expect(framesOf([...readers, plain])).toEqual([0, 2, 6, 8, 12])
    // All together, the one without a filter, each account, and the slow one without its filter.
    expect(asked).toHaveLength(1 + 1 + 10 + 1)
  })

  it('is asked once more before its only account is closed', async () => {
    let times = 0
    const own = reader(2, 'swim=eq.4')
    const once = await tell([own], [inserted], () => {
      times += 1
      return times === 1
    })
    expect([once.closed, once.restarted, framesOf([own])]).toEqual([[], [], [2]])
    const always = await tell([own], [inserted], (_, isFiltered) => isFiltered)
    expect([always.closed, always.restarted]).toEqual([[2], []])
  })

  it('ends the account’s other questions too, which would each take as long', async () => {
    const own = Array.from({ length: 50 }, (_, n) =>
      reader(2, `${'swim=eq.4,'.repeat(n % 10)}id=${n < 10 ? 'eq' : 'gt'}.${n}`),
    )
    const other = reader(4)
    const { asked, closed } = await tell([...own, other], [inserted], (numbers, isFiltered) => {
      return isFiltered && numbers.includes(2)
    })
    expect(closed).toEqual([2])
    expect(asked.length).toBeLessThan(10)
    expect(framesOf([...own, other])).toEqual([4])
  })

  it('refuses no subscriber when the database is also slow without the filters', async () => {
    const readers = [reader(2, 'swim=eq.4'), reader(4, 'swim=eq.5')]
    const { closed, restarted } = await tell(readers, [inserted], () => true)
    expect([closed, restarted.toSorted(), framesOf(readers)]).toEqual([[], [2, 4], []])
  })

  it('does not hold up the next changes for long: after three seconds the rest starts again', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const readers = Array.from({ length: 40 }, (_, number) => reader(number, `swim=eq.${number}`))
    const { asked, restarted } = await tell(readers, [inserted], () => {
      now += 500
      return true
    })
    expect(asked.length).toBeLessThan(12)
    expect(restarted).toHaveLength(40)
  })

  it('delays nothing for channels that it is not about, and keeps the order of those that it is about', async () => {
    const second = { ...inserted, key: '{"id": 8}' }
    const slow = reader(2, 'swim=eq.4')
    const quick = reader(4)
    let before: number[] = []
    let times = 0
    await tell([slow, quick], [inserted, second], (numbers) => {
      if (!numbers.includes(2)) return false
      times += 1
      if (times > 1) before = framesOf([slow, quick])
      return times === 1
    })
    expect(before).toEqual([4, 4])
    for (const { frames } of [slow, quick])
      expect(frames.map((frame) => /"record":\{"id":(\d+)/.exec(String(frame))?.[1])).toEqual(['7', '8'])
  })
})
