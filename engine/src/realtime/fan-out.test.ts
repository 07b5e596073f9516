import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Database } from '../db/port.ts'
import { createLogger } from '../kernel/logger.ts'
import type { Change } from './change-feed.ts'
import type { Channel, Subscription } from './channel.ts'
import { fanOut } from './fan-out.ts'
import { filterShape, parseFilter } from './filter.ts'
import type { Binding } from './join-request.ts'
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
    connection: {
      version: 2,
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
}

/** Answers as the database would if the even-numbered accounts saw the row. */
function database(asked: Asked[]) {
  let underWay = 0
  const answer: Database['runAs'] = async (_context, { values = [] }, options) => {
    underWay += 1
    const readers = JSON.parse(String(values[3])) as { claims: string; values: unknown[] }[]
    asked.push({ readers, lane: options?.lane, atOnce: underWay })
    await nextTurn()
    underWay -= 1
    const sees = (claims: string) => Number((JSON.parse(claims) as { sub: string }).sub) % 2 === 0
    const some = (wanted: boolean) => readers.flatMap(({ claims }, i) => (sees(claims) === wanted ? [i] : []))
    return [
      { seen: { readers: some(true), places: [0], failure: null }, place: null, record: null },
      { seen: { readers: some(false), places: [], failure: null }, place: null, record: null },
      { seen: null, place: 0, record: '{"id":7,"swim":12345678901234567890}' },
    ] as never
  }
  return { runAs: answer } as unknown as Database
}

async function tell(readers: readonly ReturnType<typeof reader>[], changes: readonly Change[] = [inserted]) {
  const asked: Asked[] = []
  const catalogue = { tables: async () => new Map([['1', posts]]), refresh: async () => new Map() }
  const restarted: Channel[] = []
  await fanOut(
    changes,
    () => readers.map(({ subscription }) => subscription),
    (channel) => void restarted.push(channel),
    { db: database(asked), catalogue, askedAtOnce: 2, log: createLogger('silent') },
  )
  return { asked, restarted, mostAtOnce: Math.max(...asked.map(({ atOnce }) => atOnce)) }
}

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

  it('runs no more statements at once than it has connections', async () => {
    const readers = Array.from({ length: 2_600 }, (_, number) => reader(number))
    const { asked, mostAtOnce } = await tell(readers)
    expect([asked.length, mostAtOnce]).toEqual([6, 2])
    expect(readers.filter(({ frames }) => frames.length === 1)).toHaveLength(1_300)
  })
})
