import { isRefusal } from '../db/errors.ts'
import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { partyOf } from './accounts.ts'
import type { Change } from './change-feed.ts'
import { changeData, keylessData } from './change-payload.ts'
import type { Channel, Subscription } from './channel.ts'
import { REALTIME_LIMITS } from './limits.ts'
import { askApart, askTogether, channelsOf, type Question, type Reader, tookTooLong } from './questions.ts'
import { type Payload, sendChanges } from './send-changes.ts'
import { createSlices } from './slices.ts'
import { isAbout } from './subscription.ts'
import { mayFollow, type TableCatalogue, type TableShape } from './table-catalogue.ts'
import { columnsFor, type KeyedChanges, readKeys, readRows, type Seen } from './visible-rows.ts'

interface Group {
  shape: TableShape
  readers: Map<string, Reader>
}

/** What becomes of channels that cannot be served. */
export interface Endings {
  /** For the channels of an audience whose statement failed: one filter must not stop the others. */
  restart(channel: Channel): void
  /** For the channels of an account whose filter takes too long. */
  close(channel: Channel): void
}

export interface Asking {
  db: Pick<Database, 'runAs'>
  catalogue: TableCatalogue
  /** Concurrent statements: the number of connections for them. */
  askedAtOnce: number
  /** How long a statement may take (ms): meanwhile the next changes wait. */
  statementMs: number
  log: Logger
}

/** Readers per statement, so that none holds its connection for long. */
const READERS_AT_ONCE = 500
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Sends a batch of changes to the readers who may see them, in the order of the changes. Hundreds of audiences share
 * one statement per table and role, one payload per role, and one frame per topic and protocol version. Channels whose
 * statement takes too long get their changes after the others, see {@link askApart}.
 * @param subscriptions all that may have to receive the changes.
 * @throws an error that says that the database cannot be used at all.
 */
export async function fanOut(
  changes: readonly Change[],
  subscriptions: () => Iterable<Subscription>,
  { restart, close }: Endings,
  asking: Asking,
): Promise<void> {
  const { db, catalogue, statementMs, log } = asking
  const relations = [...new Set(changes.map(({ relation }) => relation))]
  const shapes = await catalogue.tables(relations)
  const followed = relations.flatMap((relation) => shapes.get(relation) ?? [])
  const groups = await groupReaders(subscriptions(), followed)

  const endAll = (end: (channel: Channel) => void, questions: readonly Question[], reason: string) => {
    const audiences = questions.reduce((sum, { readers }) => sum + readers.length, 0)
    const table = questions[0]?.shape.name
    log.warn({ table, audiences, reason }, 'changes could not be delivered to an audience')
    for (const channel of channelsOf(questions)) end(channel)
  }
  const ask = async ({ shape, readers }: Question) => {
    try {
      const failed = await decide(changes, shape, readers, db, statementMs)
      for (const { reason, reader } of failed) endAll(restart, [{ shape, readers: [reader] }], reason)
    } catch (error) {
      if (tookTooLong(error) || !isRefusal(error)) throw error
      endAll(restart, [{ shape, readers }], messageOf(error))
    }
  }
  const isSlowAnyway = async ({ shape, readers }: Question) => {
    const unfiltered = readers.slice(0, 1).map((reader) => ({ ...reader, first: { ...reader.first, conditions: [] } }))
    try {
      await decide(changes, shape, unfiltered, db, statementMs)
      return false
    } catch (error) {
      if (!isRefusal(error)) throw error
      return tookTooLong(error)
    }
  }
  // An account with many filters does not delay other accounts' part of these changes.
  for (const wave of wavesOf(groups)) {
    const questions = wave.flatMap(({ shape, readers }) =>
      chunks(readers, READERS_AT_ONCE).map((readers) => ({ shape, readers })),
    )
    const late = await askTogether(questions, ask, asking)
    const readers = wave.flatMap((question) => question.readers)
    const waiting = channelsOf([...late.values()].flat())
    await sendChanges(changes, waiting.size > 0 ? among(readers, (channel) => !waiting.has(channel)) : readers)
    if (late.size === 0) continue
    await askApart(
      late,
      {
        ask,
        isSlowAnyway,
        blame: (questions) => endAll(close, questions, 'a filter takes too long'),
        giveUp: (questions) => endAll(restart, questions, 'the database takes too long'),
      },
      asking,
    )
    await sendChanges(
      changes,
      among(readers, (channel) => waiting.has(channel)),
    )
  }
}

/** All readers, or first those of accounts with few filters and then the others: each channel is in one of the two. */
function wavesOf(groups: readonly Group[]): Question[][] {
  const all = groups.map(({ shape, readers }) => ({ shape, readers: [...readers.values()] }))
  const counts = new Map<string, number>()
  for (const { readers } of all)
    for (const { first } of readers) {
      const party = partyOf(first.channel)
      counts.set(party, (counts.get(party) ?? 0) + 1)
    }
  const isLight = (channel: Channel) => (counts.get(partyOf(channel)) ?? 0) <= REALTIME_LIMITS.fewFilters
  if ([...counts.values()].every((count) => count <= REALTIME_LIMITS.fewFilters)) return [all]
  return [isLight, (channel: Channel) => !isLight(channel)].map((isMeant) =>
    all.map(({ shape, readers }) => ({ shape, readers: among(readers, isMeant) })),
  )
}

/** The readers with only some of their channels, as far as they have any. */
function among(readers: readonly Reader[], isMeant: (channel: Channel) => boolean): Reader[] {
  return readers.flatMap((reader) => {
    const channels = new Map([...reader.channels].filter(([channel]) => isMeant(channel)))
    const [own] = channels.values()
    return own?.[0] ? [{ ...reader, channels, first: own[0] }] : []
  })
}

async function groupReaders(subscriptions: Iterable<Subscription>, shapes: readonly TableShape[]): Promise<Group[]> {
  const groups = new Map<string, Group>()
  const pause = createSlices()
  for (const subscription of subscriptions) {
    await pause()
    for (const shape of shapes) {
      if (!isAbout(subscription.binding, shape)) continue
      const key = `${shape.relation} ${subscription.groupKey}`
      const group = groups.get(key) ?? { shape, readers: new Map<string, Reader>() }
      groups.set(key, group)
      const reader = group.readers.get(subscription.readerKey) ?? {
        channels: new Map<Channel, Subscription[]>(),
        first: subscription,
        data: new Map(),
      }
      group.readers.set(subscription.readerKey, reader)
      const own = reader.channels.get(subscription.channel)
      if (own) own.push(subscription)
      else reader.channels.set(subscription.channel, [subscription])
    }
  }
  return [...groups.values()]
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}

/**
 * Gives each reader the payloads that it may see.
 * @returns the readers for whom the statement failed.
 */
async function decide(
  changes: readonly Change[],
  shape: TableShape,
  readers: readonly Reader[],
  db: Asking['db'],
  statementMs: number,
): Promise<{ reader: Reader; reason: string }[]> {
  const own = changes
    .map((change, place) => ({ change, place, key: change.key }))
    .filter(({ change }) => change.relation === shape.relation)
  const keys = shape.columns.filter(({ isKey }) => isKey)
  const sendToAll = (data: ReadonlyMap<number, Payload>) => {
    for (const reader of readers) reader.data = data
    return []
  }
  const [head, ...tail] = readers.map(({ first }) => first)
  if (head === undefined) return []
  if (!mayFollow(shape, head.audience.role)) return []
  if (keys.length === 0) return sendToAll(keylessPayloads(own, shape))

  // Under load, a statement for hundreds of readers must not end because of their number.
  const timeoutMs = statementMs + REALTIME_LIMITS.readerMs * readers.length
  const deleted: KeyedChanges = own.filter(({ change }) => change.kind === 'DELETE')
  const written: KeyedChanges = own.filter(({ change }) => change.kind !== 'DELETE')
  const nothing: Seen = { classes: [], records: new Map() }
  const gone = deleted.length > 0 ? await readKeys(db, shape, [head, ...tail], deleted, timeoutMs) : nothing
  const rows = written.length > 0 ? await readRows(db, shape, [head, ...tail], written, timeoutMs) : nothing

  const columns = columnsFor(shape, head)
  const payloads = new Map<number, Payload>()
  for (const { change, place } of own) {
    const record = rows.records.get(place)
    if (change.kind === 'DELETE') payloads.set(place, payloadOf(changeData(change, shape, keys, undefined)))
    else if (record !== undefined) payloads.set(place, payloadOf(changeData(change, shape, columns, record)))
  }
  const failed: { reader: Reader; reason: string }[] = []
  for (const seen of [gone, rows])
    for (const { readers: numbers, places, failure } of seen.classes) {
      const visible = new Map(
        places.flatMap((place) => {
          const payload = payloads.get(place)
          return payload ? [[place, payload] as const] : []
        }),
      )
      // Rights may have been revoked since the catalogue was read.
      if (failure === INSUFFICIENT_PRIVILEGE) continue
      for (const number of numbers) {
        const reader = readers[number]
        if (!reader) continue
        if (failure !== null) failed.push({ reader, reason: failure })
        else reader.data = reader.data.size > 0 ? new Map([...reader.data, ...visible]) : visible
      }
    }
  return failed
}

/** One change of each kind is enough where the payload has no row. */
function keylessPayloads(own: readonly { change: Change; place: number }[], shape: TableShape): Map<number, Payload> {
  const latest = [...new Map(own.map((entry) => [entry.change.kind, entry])).values()]
  return new Map(latest.map(({ change, place }) => [place, payloadOf(keylessData(change, shape))]))
}

function payloadOf(text: string): Payload {
  return { text, frames: new Map() }
}
