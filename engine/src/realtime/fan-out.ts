import { isRefusal } from '../db/errors.ts'
import type { Database } from '../db/port.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Change } from './change-feed.ts'
import { changeData, keylessData } from './change-payload.ts'
import type { Channel, Subscription } from './channel.ts'
import { type Payload, sendChanges } from './send-changes.ts'
import { createSlices } from './slices.ts'
import { isAbout } from './subscription.ts'
import { mayFollow, type TableCatalogue, type TableShape } from './table-catalogue.ts'
import { columnsFor, type KeyedChanges, readKeys, readRows, type Seen } from './visible-rows.ts'

/** Subscribers who see the same rows of a table: one audience with one filter. */
interface Reader {
  channels: Map<Channel, Subscription[]>
  first: Subscription
  /** Payloads by the position of the change in the batch. */
  data: ReadonlyMap<number, Payload>
}

/** Readers of a table who share a statement and get the same payloads: one role, one set of columns. */
interface Group {
  shape: TableShape
  readers: Map<string, Reader>
}

/** Readers per statement, so that none holds its connection for long. */
const READERS_AT_ONCE = 500
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Sends a batch of changes to the readers who may see them, in the order of the changes. Hundreds of audiences share
 * one statement per table and role, one payload per role, and one frame per topic and protocol version.
 * @param subscriptions all that may have to receive the changes.
 * @param restart for the channels of an audience whose statement failed: one filter must not stop the others.
 * @param askedAtOnce concurrent statements: the number of connections for them.
 * @throws an error that says that the database cannot be used at all.
 */
export async function fanOut(
  changes: readonly Change[],
  subscriptions: () => Iterable<Subscription>,
  restart: (channel: Channel) => void,
  { db, catalogue, askedAtOnce, log }: { db: Database; catalogue: TableCatalogue; askedAtOnce: number; log: Logger },
): Promise<void> {
  const relations = [...new Set(changes.map(({ relation }) => relation))]
  const shapes = await catalogue.tables(relations)
  const followed = relations.flatMap((relation) => shapes.get(relation) ?? [])
  const groups = await groupReaders(subscriptions(), followed)

  const fail = ({ shape }: Group, readers: readonly Reader[], reason: string) => {
    log.warn({ table: shape.name, audiences: readers.length, reason }, 'changes could not be delivered to an audience')
    for (const { channels } of readers) for (const channel of channels.keys()) restart(channel)
  }
  const questions = groups.flatMap((group) =>
    chunks([...group.readers.values()], READERS_AT_ONCE).map((readers) => ({ group, readers })),
  )
  const ask = async () => {
    for (let question = questions.pop(); question; question = questions.pop()) {
      const { group, readers } = question
      try {
        const failed = await decide(changes, group.shape, readers, db)
        for (const { reason, reader } of failed) fail(group, [reader], reason)
      } catch (error) {
        if (!isRefusal(error)) throw error
        fail(group, readers, messageOf(error))
      }
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, ask))
  await sendChanges(
    changes,
    groups.flatMap(({ readers }) => [...readers.values()]),
  )
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
  db: Database,
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

  const deleted: KeyedChanges = own.filter(({ change }) => change.kind === 'DELETE')
  const written: KeyedChanges = own.filter(({ change }) => change.kind !== 'DELETE')
  const nothing: Seen = { classes: [], records: new Map() }
  const gone = deleted.length > 0 ? await readKeys(db, shape, [head, ...tail], deleted) : nothing
  const rows = written.length > 0 ? await readRows(db, shape, [head, ...tail], written) : nothing

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
